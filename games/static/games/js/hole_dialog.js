// A score that is explained on top of the table: what htmx put into the dialog opens it. Where the
// dialog can't be, the link leads to the same on a page of its own.

const dialog = document.getElementById("hole-dialog");

document.body.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.target.id !== "hole-dialog-text") {
    return;
  }
  if (!dialog.open) {
    dialog.showModal();
  }
  dialog.scrollTop = 0;
});

dialog.addEventListener("click", (event) => {
  if (event.target === dialog) {
    dialog.close();
  }
});
