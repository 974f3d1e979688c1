// What the page of texts can do more where scripts run: keys 1 2 3, a choice that waits for the
// network, a hold that is renewed while somebody reads. Without it the form works all the same.
(() => {
  "use strict";
  const form = document.getElementById("trial");
  const radios = [...form.querySelectorAll("input[name=choice]")];
  const button = document.getElementById("confirm");
  const missing = document.getElementById("missing");
  const banner = document.getElementById("banner");
  const chosen = () => radios.find((radio) => radio.checked);
  let sending = false;
  let tries = 0;
  let waiting = 0;

  // A page that the browser kept may show texts that were answered meanwhile.
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });

  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || sending) return;
    const radio = radios["123".indexOf(event.key)];
    if (!radio) return;
    radio.checked = true;
    radio.dispatchEvent(new Event("change", { bubbles: true }));
    show(radio);
  });

  form.addEventListener("change", () => { missing.hidden = true; });

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (sending || event.submitter !== button) return;
    const radio = chosen();
    if (!radio) {
      missing.hidden = false;
      for (const each of radios) each.setAttribute("aria-describedby", "missing");
      show(radios[0]);
      return;
    }
    for (const each of radios) each.disabled = each !== radio;
    window.reading?.write();
    send();
  });
  addEventListener("online", () => {
    if (waiting && !sending) send();
  });

  // The bar is in sight already: reading goes on where it was.
  function show(radio) {
    radio.focus({ preventScroll: true });
    radio.scrollIntoView({ block: "nearest" });
  }

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
    let problem = "lost";
    try {
      const response = await fetch(form.action, {
        method: "POST",
        body: new URLSearchParams(new FormData(form)),
        headers: { Accept: "application/json" },
        signal: AbortSignal.timeout(20000),
      });
      if (response.ok) {
        location.assign((await response.json()).next);
        return;
      }
      // Anything but a passing trouble has a page of its own: let the browser show it.
      if (response.status < 500 && response.status !== 429) {
        form.submit();
        return;
      }
      problem = "away";
    } catch {
      problem = "lost";
    } finally {
      clearTimeout(slow);
    }
    // Tried again by itself, and at once when somebody presses the button.
    say(problem);
    sending = false;
    button.removeAttribute("aria-disabled");
    waiting = setTimeout(send, Math.min(1000 * 2 ** (tries - 1), 10000));
  }

  // The hold: renewed when most of it is over, while the page is seen, three times at most.
  if (form.dataset.renew) {
    const whole = Number(form.dataset.left);
    let due = Date.now() + whole * 800;
    let times = 0;
    const timer = setInterval(async () => {
      if (document.hidden || sending || Date.now() < due) return;
      times += 1;
      due = Date.now() + whole * 800;
      if (times >= 3) clearInterval(timer);
      try {
        const response = await fetch(form.dataset.renew, { method: "POST" });
        if (response.status !== 204) clearInterval(timer);
      } catch {
        // Tried again when it is due again.
      }
    }, Math.min(1000, whole * 50));
  }
})();
