// Whoever puts a row's matches away again goes on where they were opened.

document.addEventListener("htmx:afterRequest", ({ detail: { target } }) => {
  if (target.closest(".board-why") && !target.firstElementChild) {
    target.parentElement.previousElementSibling.querySelector("a").focus();
  }
});
