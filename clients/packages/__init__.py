"""What is released, a module for each kind of package; ``clients/release.py`` makes them."""
