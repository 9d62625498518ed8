// Shows a page that zet wrote, opened at a move. Its own script runs only because its hash is in this page's policy.
"use strict";

// In a task of its own: a document that is opened gets the address of the page whose task it is.
window.show = (page, node) => new Promise((resolve) => {
  setTimeout(() => {
    document.open();
    document.write(page);
    document.close();
    const root = document.querySelector("[data-viewer]");
    window.game = root && window.zetViewer.start(root).game;
    if (window.game?.links[node]) window.game.show(node);
    window.game?.stopMotion();
    resolve();
  });
});
