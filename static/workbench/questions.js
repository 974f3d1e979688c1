"use strict";
// Only the fields that the kind of answer needs; another empty question without saving first.
const fit = (row) => {
  const kind = row.querySelector('[name$="-kind"]').value;
  for (const part of row.querySelectorAll("[data-for]")) part.hidden = part.dataset.for !== kind;
};
for (const list of document.querySelectorAll(".questions")) {
  const button = list.querySelector("button");
  const template = list.querySelector("template");
  button.hidden = false;
  list.querySelectorAll(".question-row").forEach(fit);
  list.addEventListener("change", (event) => fit(event.target.closest(".question-row")));
  button.addEventListener("click", () => {
    const number = list.querySelectorAll(".question-row").length;
    const row = template.content.cloneNode(true);
    for (const element of row.querySelectorAll("[id], [name], [for], [aria-labelledby]")) {
      for (const name of ["id", "name", "for", "aria-labelledby"]) {
        if (element.hasAttribute(name)) {
          element.setAttribute(name, element.getAttribute(name).replace(/-0-/, `-${number}-`));
        }
      }
    }
    fit(row.querySelector(".question-row"));
    template.before(row);
    list.querySelector(`[name$="-${number}-label"]`).focus();
  });
}
