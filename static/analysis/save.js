// Saves a chart as PNG: its own SVG file, drawn on a canvas three times as fine as it is shown.
"use strict";

(() => {
  const SCALE = 1.5; // the file is 960 wide already

  const show = () => {
    for (const button of document.querySelectorAll("[data-png][hidden]")) {
      button.hidden = false;
    }
  };

  const drawn = async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = SCALE * image.naturalWidth;
    canvas.height = SCALE * image.naturalHeight;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  };

  const save = async (address) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await drawn(address));
    link.download = address.split("?")[0].split("/").pop().replace(/\.svg$/, ".png");
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-png]");
    if (button) {
      save(button.dataset.png);
    }
  });
  // The live page replaces its charts.
  new MutationObserver(show).observe(document.body, { childList: true, subtree: true });
  show();
})();
