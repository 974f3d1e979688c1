"use strict";
// The sections that were open when a form was sent are open again where it comes back with errors.
{
  const name = `open sections of ${location.pathname}`;
  const sections = document.querySelectorAll("details.section");
  const numbers = JSON.parse(sessionStorage.getItem(name) ?? "[]");
  sessionStorage.removeItem(name);
  if (document.querySelector(".errorsum")) for (const number of numbers) sections[number].open = true;
  sections[0]?.closest("form").addEventListener("submit", () => {
    const open = [...sections.keys()].filter((number) => sections[number].open);
    sessionStorage.setItem(name, JSON.stringify(open));
  });
}
