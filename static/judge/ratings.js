// What the page of numbers can do more where scripts run: Enter goes to the next empty field, the order
// that the numbers give is told, and what was typed waits for the network. Syntax: ES2018
// (docs/browsers.md).
(() => {
  "use strict";
  const LONGEST_WAIT = 10000;
  const form = document.getElementById("ratings");
  const fields = [...form.querySelectorAll("input[type=text]")];
  const button = document.getElementById("store");
  const banner = document.getElementById("banner");
  const order = form.querySelector(".order");
  const canSend =
    typeof fetch === "function" &&
    typeof URLSearchParams === "function" &&
    typeof FormData === "function" &&
    typeof FormData.prototype.entries === "function";
  let sending = false;
  let tries = 0;
  let waiting = 0;
  let pressed = null;

  // A page that the browser kept may ask for what was stored meanwhile.
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });

  for (const field of fields) {
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      const after = fields.slice(fields.indexOf(field) + 1);
      const next = after.find((other) => !other.value.trim());
      (next || button).focus();
    });
    field.addEventListener("input", tell);
  }
  tell();

  // "453 > 183 = 305", where there is one number a text.
  function tell() {
    if (!order) return;
    const given = fields
      .map((field) => ({ code: field.dataset.code, value: Number(field.value.trim()) }))
      .filter((one) => one.value > 0);
    order.textContent = "";
    if (fields.length !== 3 || given.length < 2) return;
    given.sort((a, b) => b.value - a.value);
    const words = given.map((one, place) => {
      const before = given[place - 1];
      return `${before ? (before.value === one.value ? " = " : " > ") : ""}${one.code}`;
    });
    const shown = document.createElement("bdi");
    shown.dir = "ltr";
    shown.textContent = words.join("");
    order.append(`${order.dataset.words} `, shown);
  }

  document.addEventListener("click", (event) => {
    pressed = event.target.closest("button") || pressed;
  }, true);

  form.addEventListener("submit", (event) => {
    if ((event.submitter || pressed || button) !== button) return;
    if (sending) event.preventDefault();
    if (sending || !canSend) return;
    event.preventDefault();
    send();
  });
  addEventListener("online", () => {
    if (waiting && !sending) send();
  });

  function say(what) {
    banner.textContent = banner.dataset[what];
    banner.hidden = false;
  }

  async function send() {
    sending = true;
    tries += 1;
    clearTimeout(waiting);
    button.setAttribute("aria-disabled", "true");
    const slow = setTimeout(() => say("sending"), 800);
    const problem = await tryOnce();
    clearTimeout(slow);
    if (!problem) return;
    say(problem);
    // Tried again by itself, and at once when the button is pressed.
    sending = false;
    button.removeAttribute("aria-disabled");
    waiting = setTimeout(send, Math.min(1000 * 2 ** (tries - 1), LONGEST_WAIT));
  }

  // What went wrong; empty where the page goes on.
  async function tryOnce() {
    try {
      const response = await fetch(form.action, {
        method: "POST",
        body: new URLSearchParams(new FormData(form)),
        headers: { Accept: "application/json" },
      });
      if (response.ok) {
        location.assign((await response.json()).next);
        return "";
      }
      // Anything but a passing trouble has a page of its own: let the browser show it.
      if (response.status < 500 && response.status !== 429) {
        form.submit();
        return "";
      }
      return "away";
    } catch (error) {
      return "lost";
    }
  }

  // The hold: renewed when most of it is over, while the page is seen.
  if (form.dataset.renew && canSend) {
    const seconds = Number(form.dataset.left);
    let due = Date.now() + seconds * 800;
    const timer = setInterval(async () => {
      if (document.hidden || sending || Date.now() < due) return;
      due = Date.now() + seconds * 800;
      try {
        const response = await fetch(form.dataset.renew, { method: "POST" });
        if (response.status !== 204) clearInterval(timer);
      } catch (error) {
        // Tried again when it is due again.
      }
    }, Math.min(1000, Math.max(50, seconds * 50)));
  }
})();
