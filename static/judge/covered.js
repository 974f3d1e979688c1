// Where the study covers the texts: the sentence under the pointer is shown, or the one that was
// tapped, or the one in focus; covered again when it is left. Nothing moves: only colours change.
// Syntax: ES2018 (docs/browsers.md).
(() => {
  "use strict";
  const texts = [...document.querySelectorAll(".covered .text")];
  if (texts.length === 0) return;
  // Where nothing is recorded (an example for people outside) sentences are uncovered all the same.
  const reading = window.reading || { now: () => 0, stay() {} };
  const places = new Map();
  let open = null;
  let since = 0;
  let byKeys = false;
  let byTouch = false;
  let at = [];

  const label = document.querySelector(".covered").dataset.sentence;
  texts.forEach((text, index) => {
    const sentences = [...text.querySelectorAll(".s")];
    sentences.forEach((sentence, number) => {
      places.set(sentence, [index + 1, number + 1]);
      sentence.tabIndex = number === 0 ? 0 : -1;
      sentence.setAttribute("role", "group");
      const name = label.replace("{number}", number + 1).replace("{of}", sentences.length);
      sentence.setAttribute("aria-label", name);
      sentence.firstElementChild.setAttribute("aria-hidden", "true");
    });
    text.addEventListener("keydown", (event) => move(event, sentences));
  });

  function show(sentence) {
    if (sentence === open) return;
    cover();
    if (!sentence) return;
    open = sentence;
    since = reading.now();
    open.classList.add("open");
    open.firstElementChild.removeAttribute("aria-hidden");
  }

  function cover() {
    if (!open) return;
    open.classList.remove("open");
    open.firstElementChild.setAttribute("aria-hidden", "true");
    reading.stay(...places.get(open), since);
    open = null;
  }
  reading.close = cover;

  const sentenceAt = (event) =>
    event.target.closest ? event.target.closest(".covered .s") : null;

  // Arrows go from sentence to sentence of a text, which is one stop of the Tab key.
  function move(event, sentences) {
    const here = sentences.indexOf(event.target);
    const back = getComputedStyle(event.currentTarget).direction === "rtl" ? "ArrowRight" : "ArrowLeft";
    const next = back === "ArrowLeft" ? "ArrowRight" : "ArrowLeft";
    const there = {
      ArrowDown: here + 1, [next]: here + 1, ArrowUp: here - 1, [back]: here - 1,
      Home: 0, End: sentences.length - 1,
    }[event.key];
    if (here < 0 || there === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    sentences[Math.min(Math.max(there, 0), sentences.length - 1)].focus();
  }

  addEventListener("keydown", () => { byKeys = true; }, true);
  addEventListener("focusin", (event) => {
    const sentence = sentenceAt(event);
    if (!sentence) return;
    for (const other of sentence.parentElement.querySelectorAll(".s")) {
      other.tabIndex = other === sentence ? 0 : -1;
    }
    if (byKeys) show(sentence);
  });
  addEventListener("focusout", (event) => {
    if (event.target === open && byKeys) cover();
  });

  // The kind of pointer: not every browser names it, nor with a click.
  function isTouch(event) {
    return event.pointerType ? event.pointerType === "touch" : byTouch;
  }
  addEventListener("pointerdown", (event) => { byTouch = event.pointerType === "touch"; }, true);
  addEventListener("touchstart", () => { byTouch = true; }, { capture: true, passive: true });

  // A pointer that rests while keys move the page under it asks for nothing.
  function point(event) {
    const rests = event.screenX === at[0] && event.screenY === at[1];
    at = [event.screenX, event.screenY];
    if (isTouch(event) || (rests && byKeys)) return;
    byKeys = false;
    show(sentenceAt(event));
  }
  const pointer = "PointerEvent" in window ? "pointer" : "mouse";
  addEventListener(`${pointer}over`, point);
  addEventListener(`${pointer}move`, point, { passive: true });
  document.documentElement.addEventListener(`${pointer}leave`, (event) => {
    if (!isTouch(event) && !byKeys) cover();
  });
  // Not on the window: Safari on a phone makes a click of a tap only where something listens nearby.
  document.querySelector("main").addEventListener("click", (event) => {
    if (!isTouch(event)) return;
    byKeys = false;
    show(sentenceAt(event));
  });
})();
