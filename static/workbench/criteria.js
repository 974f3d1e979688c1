"use strict";
// Another empty criterion without saving first.
for (const list of document.querySelectorAll(".rated-by")) {
  const button = list.querySelector("button.copy");
  const template = list.querySelector("template");
  const rename = (text, number) => text.replace(/-0-/, `-${number}-`);
  button.hidden = false;
  button.addEventListener("click", () => {
    const number = list.querySelectorAll(".criterion").length;
    const row = template.content.cloneNode(true);
    for (const element of row.querySelectorAll("[id], [name], [for]")) {
      for (const name of ["id", "name", "for"]) {
        if (element.hasAttribute(name)) {
          element.setAttribute(name, rename(element.getAttribute(name), number));
        }
      }
    }
    row.querySelector("[type=radio]").value = number;
    row.querySelector("details").open = true;
    template.before(row);
    list.querySelector(`[name$="-${number}-label"]`).focus();
  });
}
