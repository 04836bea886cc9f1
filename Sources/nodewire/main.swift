print("nodewire")
