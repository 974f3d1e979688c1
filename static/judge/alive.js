// Tells each minute that the page is being looked at: a judge who has left the texts may be replaced.
(() => {
  "use strict";
  if (typeof fetch !== "function") return;
  const { address } = document.currentScript.dataset;
  const timer = setInterval(() => {
    if (document.hidden) return;
    fetch(address, { method: "POST" })
      .then((response) => { if (response.status === 409) clearInterval(timer); })
      .catch(() => {});
  }, 60000);
})();
