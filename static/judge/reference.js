// The text of reference on phones: a line at the top, whose text unfolds over the page. Read for the
// first time it stands in its place until it is folded or scrolled past. Syntax: ES2018 (docs/browsers.md).
(() => {
  "use strict";
  const reference = document.querySelector("details.reference");
  const texts = document.querySelector(".numbers, .question");
  const isNarrow = matchMedia("(max-width: 56.24rem)");
  const isLine = () => isNarrow.matches && reference.classList.contains("line");
  const becomeLine = () => {
    if (!isNarrow.matches) return;
    reference.classList.add("line");
    reference.open = false;
  };
  if (!("first" in reference.dataset)) becomeLine();
  reference.addEventListener("toggle", () => reference.open || becomeLine());

  // What is being read stays where it is, once scrolling rests.
  let rests = 0;
  addEventListener("scroll", () => {
    clearTimeout(rests);
    rests = setTimeout(() => {
      if (!isNarrow.matches || isLine() || reference.getBoundingClientRect().bottom > 0) return;
      document.documentElement.style.overflowAnchor = "none";
      const before = texts.getBoundingClientRect().top;
      becomeLine();
      scrollBy(0, texts.getBoundingClientRect().top - before);
    }, 150);
  }, { passive: true });

  // The text over the page goes with Escape, and with what is done elsewhere.
  for (const what of ["keydown", "focusin", "pointerdown"]) {
    document.addEventListener(what, (event) => {
      if (!isLine() || !reference.open) return;
      if (event.key === "Escape") reference.querySelector("summary").focus();
      else if (event.key || reference.contains(event.target)) return;
      reference.open = false;
    });
  }
})();
