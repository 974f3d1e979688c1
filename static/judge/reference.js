// The text of reference on phones: one line at the top of the window, whose text unfolds over the page.
// Where it is read for the first time it stands in its place, and becomes that line once it is folded
// or scrolled past. Syntax: ES2018 (docs/browsers.md).
(() => {
  "use strict";
  const RESTS = 150;
  const reference = document.querySelector("details.reference");
  const texts = document.querySelector(".numbers, .question");
  const isNarrow = matchMedia("(max-width: 56.24rem)");
  const isLine = () => reference.classList.contains("line");
  if (isNarrow.matches && !("first" in reference.dataset)) becomeLine();

  reference.addEventListener("toggle", () => {
    if (isNarrow.matches && !reference.open) becomeLine();
  });

  let rests = 0;
  addEventListener("scroll", () => {
    clearTimeout(rests);
    rests = setTimeout(leaveBehind, RESTS);
  }, { passive: true });

  // The text over the page hides what is below it: it goes with Escape, and with what is done elsewhere.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !isLine() || !reference.open) return;
    reference.open = false;
    reference.querySelector("summary").focus();
  });
  for (const what of ["focusin", "pointerdown"]) {
    document.addEventListener(what, (event) => {
      if (isNarrow.matches && isLine() && !reference.contains(event.target)) reference.open = false;
    });
  }

  function becomeLine() {
    reference.classList.add("line");
    reference.open = false;
  }

  // What is being read stays where it is.
  function leaveBehind() {
    if (!isNarrow.matches || isLine() || reference.getBoundingClientRect().bottom > 0) return;
    document.documentElement.style.overflowAnchor = "none";
    const before = texts.getBoundingClientRect().top;
    becomeLine();
    scrollBy(0, texts.getBoundingClientRect().top - before);
  }
})();
