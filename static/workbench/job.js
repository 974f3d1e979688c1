// Renews the progress of long work every second, and goes on when it is done.
"use strict";

const bar = document.getElementById("progress");
const words = document.getElementById("progress-words");

async function look() {
  try {
    const answer = await fetch("?as=json", { credentials: "same-origin" });
    if (answer.ok) {
      const job = await answer.json();
      bar.value = job.percent;
      words.textContent = words.textContent.replace(/\d+/, job.percent);
      if (job.failed) {
        location.reload();
        return;
      }
      if (job.finished) {
        location.assign(bar.dataset.next);
        return;
      }
    }
  } catch {
    // The connection is away: the next look may find it back.
  }
  setTimeout(look, 1000);
}

if (bar) {
  setTimeout(look, 1000);
}
