// The row of the three codes, where the texts stand one under the other: each leads to where its
// text was left, and the one that is being read is marked. Syntax: ES2018 (docs/browsers.md).
(() => {
  "use strict";
  const row = document.getElementById("jumps");
  const links = [...row.querySelectorAll("a")];
  const texts = links.map((link) => document.querySelector(link.hash).parentElement);
  const places = texts.map(() => 0);
  // How far a text has gone under the row, which stands at the top of the window.
  const gone = (number) => row.offsetHeight - texts[number].getBoundingClientRect().top;
  let due = false;

  // The last text that begins above the middle of the window.
  function current() {
    const begun = texts.filter((text) => text.getBoundingClientRect().top < innerHeight / 2);
    return Math.max(0, begun.length - 1);
  }

  function mark() {
    due = false;
    const here = current();
    links.forEach((link, number) => {
      if (number === here) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
  }

  links.forEach((link, to) => {
    texts[to].tabIndex = -1;
    link.addEventListener("click", (event) => {
      event.preventDefault();
      const here = current();
      places[here] = here === to ? 0 : Math.max(0, gone(here));
      texts[to].focus({ preventScroll: true });
      scrollBy(0, places[to] - gone(to));
      if (window.reading) window.reading.jump(to + 1);
    });
  });
  addEventListener("scroll", () => {
    if (!due) requestAnimationFrame(mark);
    due = true;
  }, { passive: true });
  row.classList.add("marked");
  mark();
})();
