"use strict";
// The sections that were open when a form was sent are open again where it comes back with errors.
try {
  const name = `open sections of ${location.pathname}`;
  const sections = document.querySelectorAll("details.section");
  const open = new Set(JSON.parse(sessionStorage.getItem(name) ?? "[]"));
  sessionStorage.removeItem(name);
  const failed = document.querySelector(".errorsum") !== null;
  sections.forEach((section, number) => { if (failed && open.has(number)) section.open = true; });
  sections[0]?.closest("form").addEventListener("submit", () => {
    const numbers = [...sections.keys()].filter((number) => sections[number].open);
    sessionStorage.setItem(name, JSON.stringify(numbers));
  });
} catch (error) {
  // The browser keeps nothing for pages: sections without an error stay folded.
}
