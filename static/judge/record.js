// What the page tells of a reading: when the judge chose and changed their mind, how long the page
// was seen, by which kind of device, and whether a browser translated it. It goes along with the
// choice. Times count from when the texts were first shown in this tab, over reloads. Syntax: ES2018.
(() => {
  "use strict";
  const form = document.getElementById("trial") || document.getElementById("ratings");
  const field = form.elements.reading;
  if (!field) return;
  const MOST_STAYS = 5000;
  const MOST_CHOICES = 200;
  const MOST_JUMPS = 500;
  // Arrow keys choose each text that they pass: no change of mind, where another follows so soon.
  const PASSING = 1000;
  const key = `reading ${form.dataset.key}`;
  const state = recall();
  field.value = "";
  // The texts are there now; the browser's own clock began when their page was asked for.
  const shown = performance.now();
  let arrow = false;
  let passed = false;
  let seenSince = document.hidden ? null : shown;

  const now = () => Math.round(state.elapsed + performance.now() - shown);
  const visible = () =>
    Math.round(state.visible + (seenSince === null ? 0 : performance.now() - seenSince));

  // Kept for this tab alone; where the browser keeps nothing, times restart with a reload.
  function recall() {
    try {
      for (const other of Object.keys(sessionStorage)) {
        if (other.startsWith("reading ") && other !== key) sessionStorage.removeItem(other);
      }
      const kept = JSON.parse(sessionStorage.getItem(key));
      if (kept) return { ...kept, elapsed: kept.elapsed + Math.max(0, Date.now() - kept.at) };
    } catch (error) {
      // As if nothing had been kept.
    }
    return {
      elapsed: 0, visible: 0, choices: [], jumps: [], stays: [], device: "", translated: false,
    };
  }

  function keep() {
    if (window.reading.close) window.reading.close();
    const kept = { ...state, elapsed: now(), visible: visible(), at: Date.now() };
    try {
      sessionStorage.setItem(key, JSON.stringify(kept));
    } catch (error) {
      // Times restart with a reload.
    }
  }

  // Chrome marks the page's root and puts <font> around words, Edge sets attributes of its own,
  // Firefox and Safari change the words in place. The question and the button are never changed
  // by our scripts, nor are the texts.
  const watched = [...document.querySelectorAll("#question, #confirm, #store, legend, .text")];
  const wordsOf = () => watched.map((element) => element.textContent).join("\n");
  const root = document.documentElement;
  const before = { lang: root.lang, words: wordsOf() };
  function look() {
    state.translated =
      state.translated ||
      /\btranslated-(ltr|rtl)\b/.test(root.className) ||
      root.lang !== before.lang ||
      document.querySelector("font, [_msthash], [_msttexthash], [_mstmutation]") !== null ||
      wordsOf() !== before.words;
  }
  const observer = new MutationObserver(look);
  observer.observe(root, { attributeFilter: ["class", "lang"] });
  for (const element of watched) {
    observer.observe(element, { childList: true, characterData: true, subtree: true });
  }

  form.addEventListener("change", (event) => {
    const { choices } = state;
    if (event.target.name !== "choice") return;
    const last = choices[choices.length - 1];
    if (passed && arrow && last && now() - last[1] < PASSING) choices.pop();
    if (choices.length < MOST_CHOICES) choices.push([Number(event.target.value), now()]);
    passed = arrow;
  });
  const devices = "PointerEvent" in window
    ? { pointerdown: "", pointermove: "", keydown: "keyboard" }
    : { touchstart: "touch", mousemove: "mouse", keydown: "keyboard" };
  for (const kind of Object.keys(devices)) {
    addEventListener(kind, (event) => {
      arrow = kind === "keydown" && event.key.startsWith("Arrow");
      // A tap is followed by what looks like a mouse.
      if (kind === "mousemove" && state.device === "touch") return;
      state.device = devices[kind] || event.pointerType || state.device;
    }, { capture: true, passive: true });
  }
  document.addEventListener("visibilitychange", () => {
    state.visible = visible();
    seenSince = document.hidden ? null : performance.now();
    if (document.hidden) keep();
  });
  addEventListener("pagehide", keep);

  window.reading = {
    now,
    stay(position, sentence, start) {
      const length = now() - start;
      if (length > 0 && state.stays.length < MOST_STAYS) {
        state.stays.push([position, sentence, start, length]);
      }
    },
    jump(position) {
      if (state.jumps.length < MOST_JUMPS) state.jumps.push([position, now()]);
    },
    // Once, when the choice is confirmed: what is sent again later says the same.
    write() {
      if (field.value) return;
      if (window.reading.close) window.reading.close();
      look();
      const { choices, jumps, device, translated, stays } = state;
      field.value = JSON.stringify({
        confirmed: now(),
        visible: Math.min(visible(), now()),
        choices,
        jumps,
        device,
        width: Math.round(innerWidth),
        translated,
        masked: window.reading.close !== undefined,
        stays,
      });
    },
  };
})();
