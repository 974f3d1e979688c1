// Says, while the question of a study is typed, how many evaluations it needs and what they can show.
"use strict";

(() => {
  const card = document.querySelector("[data-ask]");
  const region = document.getElementById("number");
  const form = document.querySelector(".question-step form");
  const names = new RegExp(`^(?:${card.dataset.names})$`);
  const LONGEST = 40; // of a name or word: only whether there is one matters
  let timer = null;
  let last = "";

  const show = (sentences) => {
    region.replaceChildren(
      ...sentences.map((sentence) => {
        const paragraph = document.createElement("p");
        paragraph.textContent = sentence;
        return paragraph;
      }),
    );
  };

  const ask = async () => {
    const typed = [...new FormData(form)].filter(([name]) => names.test(name));
    const query = new URLSearchParams(typed.map(([name, value]) => [name, value.slice(0, LONGEST)]));
    const asked = query.toString();
    if (asked === last) {
      return;
    }
    last = asked;
    try {
      const answer = await fetch(`${card.dataset.ask}${asked}`, { redirect: "error" });
      if (answer.ok && asked === last) {
        show((await answer.json()).sentences);
      }
    } catch {
      // The connection is away: what stood there may be of other numbers.
      show([]);
      last = "";
    }
  };

  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, 400);
  });
})();
