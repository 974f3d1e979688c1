// What the page of texts can do more where scripts run: keys 1 2 3 in the group of choices, a choice
// that waits for the network, a hold that is renewed while the page is read. Without it, and in a
// browser that lacks what it needs, the form works all the same. Syntax: ES2018 (docs/browsers.md).
(() => {
  "use strict";
  const TRIES = 3;
  const LONGEST_WAIT = 10000;
  const form = document.getElementById("trial");
  const group = form.querySelector("fieldset");
  const radios = [...form.querySelectorAll("input[name=choice]")];
  const button = document.getElementById("confirm");
  const missing = document.getElementById("missing");
  const banner = document.getElementById("banner");
  const whole = document.getElementById("whole");
  const canSend =
    typeof fetch === "function" &&
    typeof URLSearchParams === "function" &&
    typeof FormData === "function" &&
    typeof FormData.prototype.entries === "function";
  const chosen = () => radios.find((radio) => radio.checked);
  let pressed = null;
  let sending = false;
  let tries = 0;
  let waiting = 0;

  // A page that the browser kept may show texts that were answered meanwhile.
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });

  // Only in the group: a key pressed elsewhere, or by a voice, chooses nothing.
  group.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault();
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || sending) return;
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

  // Browsers that do not say which button sent a form say at least which one was pressed.
  document.addEventListener("click", (event) => {
    pressed = event.target.closest("button") || pressed;
  }, true);

  form.addEventListener("submit", (event) => {
    if ((event.submitter || pressed || button) !== button) return;
    const radio = chosen();
    if (!radio || sending) event.preventDefault();
    if (sending) return;
    if (!radio) {
      complain();
      return;
    }
    if (window.reading) window.reading.write();
    if (!canSend) return;
    event.preventDefault();
    for (const each of radios) each.disabled = each !== radio;
    // Pressed again after all tries: as the browser sends a form, even where it was stored already.
    if (tries >= TRIES) form.submit();
    else send();
  });
  addEventListener("online", () => {
    if (waiting && !sending) send();
  });

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

  function say(what) {
    banner.textContent = banner.dataset[what];
    banner.hidden = false;
  }

  // Rejects where the answer does not come in time, also in a browser that cannot stop a request.
  function post(address, body, seconds) {
    const stop = typeof AbortController === "function" ? new AbortController() : null;
    const options = { method: "POST", body, headers: { Accept: "application/json" } };
    if (stop) options.signal = stop.signal;
    const late = new Promise((resolve, reject) => {
      setTimeout(() => {
        reject(new Error("late"));
        if (stop) stop.abort();
      }, seconds * 1000);
    });
    return Promise.race([fetch(address, options), late]);
  }

  // Whether our server can be reached by what is no script's request: those may be blocked.
  function isThere() {
    return new Promise((resolve) => {
      const icon = new Image();
      icon.onload = () => resolve(true);
      icon.onerror = () => resolve(false);
      icon.src = `${form.dataset.icon}?${Date.now()}`;
      setTimeout(() => resolve(false), 5000);
    });
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
    if (problem === "lost" && tries >= TRIES && (await isThere())) {
      form.submit();
      return;
    }
    // Tried again by itself, and at once when the button is pressed.
    sending = false;
    button.removeAttribute("aria-disabled");
    waiting = setTimeout(send, Math.min(1000 * 2 ** (tries - 1), LONGEST_WAIT));
  }

  // What went wrong; empty where the page goes on.
  async function tryOnce() {
    try {
      const response = await post(form.action, new URLSearchParams(new FormData(form)), 15);
      if (response.ok) {
        const { next } = await response.json();
        // Where numbers are asked for, the choice goes along with their page.
        if (next) location.assign(next);
        else form.submit();
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

  // The hold: renewed when most of it is over, while the page is seen, three times at most.
  if (form.dataset.renew && canSend) {
    const seconds = Number(form.dataset.left);
    let due = Date.now() + seconds * 800;
    let times = 0;
    const timer = setInterval(async () => {
      if (document.hidden || sending || Date.now() < due) return;
      times += 1;
      due = Date.now() + seconds * 800;
      if (times >= 3) clearInterval(timer);
      try {
        const response = await fetch(form.dataset.renew, { method: "POST" });
        if (response.status !== 204) clearInterval(timer);
      } catch (error) {
        // Tried again when it is due again.
      }
    }, Math.min(1000, seconds * 50));
  }
})();
