// What the pages of ratings can do more where scripts run: Enter goes to the next empty field and then
// to the button, the order that the numbers give is told, and a reload keeps what was answered.
// `sending.js` sends it. Syntax: ES2018 (docs/browsers.md).
(() => {
  "use strict";
  const form = document.getElementById("ratings");
  const button = document.getElementById("store");
  const order = form.querySelector(".order");
  // What takes one answer: a number, or a group of points or ticks.
  const fields = [...form.querySelectorAll("input[type=text], fieldset")];
  window.sendForm(form, button, () => {
    if (window.reading) window.reading.write();
    return true;
  });

  // Kept for this tab alone, where the browser can; nothing is sent by it.
  const key = `answers ${form.dataset.key}`;
  const inputs = [...form.querySelectorAll("input[name]:not([type=hidden])")];
  const answer = (input) => (input.type === "text" ? "value" : "checked");
  try {
    const kept = JSON.parse(sessionStorage.getItem(key)) || [];
    kept.forEach((value, number) => { inputs[number][answer(inputs[number])] = value; });
  } catch (error) {
    // Not kept.
  }
  for (const what of ["input", "change"]) {
    form.addEventListener(what, () => {
      try {
        sessionStorage.setItem(key, JSON.stringify(inputs.map((input) => input[answer(input)])));
      } catch (error) {
        // Not kept.
      }
    });
  }

  const given = (field) => (field.type === "text" ? field : field.querySelector(":checked"));
  const isEmpty = (field) => !(given(field) && given(field).value.trim());

  form.addEventListener("keydown", (event) => {
    const field = event.target.closest("fieldset") || event.target;
    if (event.key !== "Enter" || event.isComposing || !fields.includes(field)) return;
    event.preventDefault();
    const next = fields.slice(fields.indexOf(field) + 1).find(isEmpty) || button;
    (next.querySelector("input") || next).focus();
  });

  if (!order) return;
  const { dataset } = order;
  // Told once typing rests: a screen reader reads it.
  let rests = 0;
  form.addEventListener("input", () => {
    clearTimeout(rests);
    rests = setTimeout(tell, 400);
  });
  tell();

  // "Your order: T, then K and R alike", for each criterion.
  function tell() {
    const rated = fields.filter((field) => !field.classList.contains("ticks"));
    const keyOf = (field) => (field.name || field.querySelector("input").name).split("-")[2];
    const keys = [...new Set(rated.map(keyOf))];
    order.textContent = "";
    for (const key of keys) {
      const of = rated.filter((field) => keyOf(field) === key);
      const values = of
        .map((field) => ({ text: field.dataset.text, value: isEmpty(field) ? 0 : Number(given(field).value) }))
        .filter((one) => one.value > 0);
      if (values.length < 2) continue;
      const line = document.createElement("p");
      if (keys.length > 1) line.append(`${of[0].dataset.label}. `);
      line.append(dataset.words.replace("{order}", inWords(values)));
      order.append(line);
    }
  }

  function inWords(values) {
    const ranks = [...new Set(values.map((one) => one.value))].sort((a, b) => b - a);
    return ranks
      .map((value) => alike(values.filter((one) => one.value === value).map((one) => one.text)))
      .reduce((first, next) => fill(dataset.then, first, next));
  }

  function alike(texts) {
    if (texts.length === 1) return texts[0];
    const last = texts.pop();
    return dataset.alike.replace("{texts}", fill(dataset.and, texts.join(", "), last));
  }

  function fill(words, first, next) {
    return words.replace("{first}", first).replace("{next}", next);
  }
})();
