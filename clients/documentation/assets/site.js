// The parts of every page that move: colors, the menu of narrow windows, copying, scrolling by keys.

"use strict";

const root = document.documentElement;
const menu = document.getElementById("site-menu");
const pages = document.getElementById("site-pages");

/** Chooses the other colors; the event `themechange` reports it. */
document.getElementById("site-theme").addEventListener("click", () => {
  const shown = root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  root.dataset.theme = shown === "dark" ? "light" : "dark";
  try {
    localStorage.setItem("nodewire.theme", root.dataset.theme);
  } catch {
    // It lasts as long as the page.
  }
  dispatchEvent(new Event("themechange"));
});

function showMenu(isOpen) {
  root.classList.toggle("menu-open", isOpen);
  menu.setAttribute("aria-expanded", String(isOpen));
}

menu.addEventListener("click", () => showMenu(!root.classList.contains("menu-open")));
addEventListener("keydown", ({ key }) => {
  if (key !== "Escape" || !root.classList.contains("menu-open")) return;
  showMenu(false);
  menu.focus();
});

// The list of contents is folded where it would stand before the text.
const contents = document.getElementById("site-contents");
const isWide = matchMedia("(min-width: 75.01rem)");
function foldContents() {
  if (contents) contents.open = isWide.matches;
}
foldContents();
isWide.addEventListener("change", foldContents);

// The page that is shown is in sight in the list of all.
const current = pages.querySelector("[aria-current]");
if (current && pages.clientHeight < pages.scrollHeight) {
  pages.scrollTop = current.offsetTop - pages.clientHeight / 2;
}

for (const code of document.querySelectorAll("article pre:not(#player pre)")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    const isCopied = await copy(code.querySelector("code"));
    button.textContent = isCopied ? "Copied" : "Selected";
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
  const frame = document.createElement("div");
  frame.className = "code";
  code.replaceWith(frame);
  frame.append(code, button);
}

/** Copies the text of an element; where that may not be done, it is selected, and the result is false. */
async function copy(element) {
  try {
    await navigator.clipboard.writeText(element.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(element);
    return false;
  }
}

// A text that is wider than its place is scrolled by keys.
for (const wide of document.querySelectorAll("pre, .table")) {
  if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
}
