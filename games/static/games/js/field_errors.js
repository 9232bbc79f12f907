// A check answers with messages alone, so that nothing typed meanwhile is lost; the fields that they
// are about are marked here.

const mark = (field, isWrong) => {
  if (isWrong) {
    field.setAttribute("aria-invalid", "true");
  } else {
    field.removeAttribute("aria-invalid");
  }
};

document.addEventListener("htmx:afterSettle", () => {
  for (const field of document.querySelectorAll("form[data-checks] :is(input, select, textarea)[id]")) {
    const messages = document.getElementById(`${field.id}_error`);
    if (messages !== null) {
      mark(field, messages.childElementCount > 0);
    }
  }
});
