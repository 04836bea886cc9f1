// Runs before the page is painted: the colors that were chosen, and that scripts run.

document.documentElement.classList.add("scripted");
try {
  const chosen = localStorage.getItem("nodewire.theme");
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
} catch {
  // A browser that keeps nothing shows the colors of the system.
}
