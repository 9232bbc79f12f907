// Copies the text of a field that stands beside its button.

const write = async (field) => {
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select();
    document.execCommand("copy");
  }
};

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (button === null) {
    return;
  }
  await write(document.getElementById(button.dataset.copy));
  const label = button.textContent;
  if (label !== button.dataset.copied) {
    button.textContent = button.dataset.copied;
    setTimeout(() => {
      button.textContent = label;
    }, 2_000);
  }
});
