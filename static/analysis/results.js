// Keeps the results page up to date: asks twice a second whether there is news, while it is seen.
"use strict";

(() => {
  const SECOND = 1000;
  const USUAL_WAIT = SECOND / 2;
  const LONGEST_WAIT = 30 * SECOND;
  const region = document.getElementById("results");
  const connection = document.getElementById("connection");
  const news = document.getElementById("news");
  let etag = region.dataset.etag;
  let wait = USUAL_WAIT;
  let timer = null;
  let asking = false;

  const headline = () => region.querySelector("[data-news]")?.textContent ?? "";

  // Text is marked, perhaps to be copied: new numbers wait until nothing is.
  const isMarked = () => {
    const selection = document.getSelection();
    return !selection.isCollapsed && region.contains(selection.anchorNode);
  };

  const show = (html) => {
    const open = [...region.querySelectorAll("details[open]")].map((element) => element.id);
    const focused = region.contains(document.activeElement)
      ? document.activeElement.closest("[id]")?.id
      : null;
    const before = headline();
    const fresh = new DOMParser().parseFromString(html, "text/html");
    region.replaceChildren(...fresh.body.childNodes);
    for (const id of open) {
      document.getElementById(id)?.setAttribute("open", "");
    }
    if (focused && focused !== region.id) {
      const element = document.getElementById(focused);
      (element?.querySelector("summary") ?? element)?.focus();
    }
    if (headline() !== before) {
      news.textContent = headline();
    }
  };

  const ask = async () => {
    const response = await fetch(region.dataset.poll, {
      headers: { "If-None-Match": etag },
      cache: "no-store",
      redirect: "manual",
      signal: AbortSignal.timeout(10 * SECOND),
    });
    if (response.type === "opaqueredirect" || response.status === 404) {
      connection.textContent = connection.dataset.signedOut;
      return false;
    }
    if (response.status !== 304) {
      if (!response.ok) {
        throw new Error(String(response.status));
      }
      show(await response.text());
      etag = response.headers.get("ETag");
    }
    connection.textContent = "";
    return true;
  };

  const turn = async () => {
    timer = null;
    if (document.hidden || asking) {
      return;
    }
    asking = true;
    let goOn = true;
    try {
      if (!isMarked()) {
        goOn = await ask();
      }
      wait = USUAL_WAIT;
    } catch {
      wait = Math.min(2 * wait, LONGEST_WAIT);
      connection.textContent = connection.dataset.lost;
    }
    asking = false;
    if (goOn) {
      timer = setTimeout(turn, wait);
    }
  };

  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && timer === null) {
      turn();
    }
  });
  timer = setTimeout(turn, USUAL_WAIT);
})();
