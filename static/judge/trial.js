// What the page of three texts can do more where scripts run: keys 1 2 3 in the group of choices, and
// a word where none is made. `sending.js` sends it. Syntax: ES2018 (docs/browsers.md).
(() => {
  "use strict";
  const form = document.getElementById("trial");
  const group = form.querySelector("fieldset");
  const radios = [...form.querySelectorAll("input[name=choice]")];
  const button = document.getElementById("confirm");
  const missing = document.getElementById("missing");
  const whole = document.getElementById("whole");
  const chosen = () => radios.find((radio) => radio.checked);
  const state = window.sendForm(form, button, ready);

  // Only in the group: a key pressed elsewhere, or by a voice, chooses nothing.
  group.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault();
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || state.sending) return;
    const radio = radios["123".indexOf(event.key)];
    if (!radio) return;
    show(radio);
    if (radio.checked) return;
    radio.checked = true;
    radio.dispatchEvent(new Event("change", { bubbles: true }));
  });
  document.getElementById("keys").hidden = false;
  if (!group.hasAttribute("aria-describedby")) group.setAttribute("aria-describedby", "keys");

  // The row of codes needs its script only where it is shown.
  const row = document.getElementById("jumps");
  function jumps() {
    if (getComputedStyle(row).display === "none") return;
    removeEventListener("resize", jumps);
    const script = document.createElement("script");
    script.src = row.dataset.script;
    document.head.append(script);
  }
  addEventListener("resize", jumps);
  addEventListener("load", jumps);

  // With letters of twice the size on a small phone the bar would hide the texts.
  const bar = button.parentElement;
  function fit() {
    bar.classList.remove("tall");
    bar.classList.toggle("tall", bar.offsetHeight > innerHeight * 0.4);
  }
  addEventListener("resize", fit);
  fit();

  const title = document.title;
  form.addEventListener("change", () => {
    missing.hidden = true;
    document.title = title;
    const radio = chosen();
    for (const label of form.querySelectorAll(".pick")) {
      label.classList.toggle("chosen", Boolean(radio) && label.htmlFor === radio.id);
    }
    if (whole && radio) whole.elements.choice.value = radio.value;
  });

  // Whether a choice is there to be sent.
  function ready(event) {
    const radio = chosen();
    if (!radio) {
      event.preventDefault();
      complain();
      return false;
    }
    if (window.reading) window.reading.write();
    for (const each of radios) each.disabled = each !== radio;
    return true;
  }

  function complain() {
    missing.hidden = false;
    document.title = missing.dataset.title;
    for (const each of radios) each.setAttribute("aria-describedby", "missing");
    show(radios[0]);
  }

  // The bar is in sight already: reading goes on where it was.
  function show(radio) {
    radio.focus({ preventScroll: true });
    radio.scrollIntoView({ block: "nearest" });
  }
})();
