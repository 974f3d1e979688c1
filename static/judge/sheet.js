// What the page of a sheet can do more where scripts run: sliders beside the fields of numbers, and ticks
// that exclude one another. The field of a slider holds what is sent. Syntax: ES2018 (docs/browsers.md).
(() => {
  "use strict";
  const STEPS = 120;
  const MOST = 8;
  const PAGE = 1.25;

  for (const group of document.querySelectorAll(".ticks")) {
    group.addEventListener("change", (event) => {
      if (!event.target.checked) return;
      for (const other of group.querySelectorAll("input")) {
        if ((other.value === "neither") !== (event.target.value === "neither")) other.checked = false;
      }
    });
  }

  // Of 100 times 1/8 to 100 times 8, in equal steps of the logarithm.
  const ratioAt = (step) => MOST ** ((2 * step) / STEPS - 1);
  const stepAt = (ratio) => Math.round(((Math.log(ratio) / Math.log(MOST) + 1) * STEPS) / 2);

  for (const question of document.querySelectorAll("[data-slider]")) {
    const slider = question.querySelector("input[type=range]");
    const field = question.querySelector("input[type=text]");
    const write = () => {
      field.value = Math.round(100 * ratioAt(Number(slider.value)));
      field.dispatchEvent(new Event("input", { bubbles: true }));
    };
    slider.hidden = false;
    field.addEventListener("input", () => follow(slider, field));
    slider.addEventListener("input", (event) => {
      event.stopPropagation();
      write();
    });
    // Where it stands is a number too, once it is meant: a click on it moves nothing.
    slider.addEventListener("click", write);
    slider.addEventListener("keydown", (event) => {
      const pages = { PageUp: PAGE, PageDown: 1 / PAGE }[event.key];
      if (event.key !== " " && !pages) return;
      event.preventDefault();
      if (pages) slider.value = stepAt(ratioAt(Number(slider.value)) * pages);
      write();
    });
    follow(slider, field);
  }

  // The field is the truth: the slider goes where it says, and is unset where it says nothing.
  function follow(slider, field) {
    const number = Number(field.value.trim());
    const isSet = number > 0;
    slider.classList.toggle("unset", !isSet);
    slider.value = stepAt(isSet ? number / 100 : 1);
    slider.setAttribute("aria-valuetext", isSet ? inWords(slider.dataset, number / 100) : slider.dataset.unset);
  }

  function inWords({ special, times }, ratio) {
    const rounded = Number(ratio < 1 ? ratio.toFixed(2) : ratio.toFixed(1));
    const at = [0.5, 1, 1.5, 2].indexOf(rounded);
    if (at >= 0) return special.split("|")[at];
    return times.replace("{times}", rounded.toLocaleString(document.documentElement.lang));
  }
})();
