// Copy buttons: shown only where copying works; without JavaScript the text can be selected.
"use strict";

for (const button of document.querySelectorAll("button.copy")) {
  const source = document.getElementById(button.dataset.copies);
  const words = button.textContent;
  if (!source || !navigator.clipboard) {
    continue;
  }
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(source.textContent.trim());
    button.textContent = button.dataset.done;
    setTimeout(() => {
      button.textContent = words;
    }, 2000);
  });
}
