"use strict";
// Another empty question without saving first.
for (const list of document.querySelectorAll(".questions")) {
  const button = list.querySelector("button");
  const template = list.querySelector("template");
  button.hidden = false;
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
    template.before(row);
    list.querySelector(`[name$="-${number}-label"]`).focus();
  });
}
