// The button beside a code copies it. Without scripts a tap selects the whole code.
(() => {
  "use strict";
  const button = document.getElementById("copy");
  const code = document.getElementById("code");
  const told = document.getElementById("copied");
  const written = navigator.clipboard && navigator.clipboard.writeText;
  if (!written && typeof document.execCommand !== "function") return;
  button.hidden = false;

  const select = () => {
    const selection = getSelection();
    selection.removeAllRanges();
    const range = document.createRange();
    range.selectNodeContents(code);
    selection.addRange(range);
  };
  const copied = () => { told.textContent = told.dataset.words; };
  const bySelection = () => {
    select();
    if (document.execCommand("copy")) copied();
  };

  button.addEventListener("click", () => {
    told.textContent = "";
    if (written) navigator.clipboard.writeText(code.textContent.trim()).then(copied, bySelection);
    else bySelection();
  });
})();
