// Sends a form of texts so that what was answered waits for the network, and renews the hold of the
// page while it is read. Without it, and in a browser that lacks what it needs, the form works all the
// same. Syntax: ES2018 (docs/browsers.md).
(() => {
  "use strict";
  const TRIES = 3;
  const LONGEST_WAIT = 10000;
  const canSend =
    typeof fetch === "function" &&
    typeof URLSearchParams === "function" &&
    typeof FormData === "function" &&
    typeof FormData.prototype.entries === "function";

  // A page that the browser kept may show texts that were answered meanwhile.
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });

  // `button` is the one that sends; `ready(event)` is asked first, and may prevent it.
  window.sendForm = (form, button, ready) => {
    const banner = document.getElementById("banner");
    const state = { sending: false };
    let pressed = null;
    let tries = 0;
    let waiting = 0;

    // Browsers that do not say which button sent a form say at least which one was pressed.
    document.addEventListener("click", (event) => {
      pressed = event.target.closest("button") || pressed;
    }, true);

    form.addEventListener("submit", (event) => {
      if ((event.submitter || pressed || button) !== button) return;
      if (state.sending) event.preventDefault();
      else if (ready(event) && canSend) {
        event.preventDefault();
        // Pressed again after all tries: as the browser sends a form, even where it was stored already.
        if (tries >= TRIES) form.submit();
        else send();
      }
    });
    addEventListener("online", () => {
      if (waiting && !state.sending) send();
    });

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
      state.sending = true;
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
      state.sending = false;
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
        if (document.hidden || state.sending || Date.now() < due) return;
        times += 1;
        due = Date.now() + seconds * 800;
        if (times >= 3) clearInterval(timer);
        try {
          const response = await fetch(form.dataset.renew, { method: "POST" });
          if (response.status !== 204) clearInterval(timer);
        } catch (error) {
          // Tried again when it is due again.
        }
      }, Math.min(1000, Math.max(50, seconds * 50)));
    }
    return state;
  };
})();
