// What somebody has chosen in a list that is drawn anew with the table stays chosen.

const chosen = new Map();

document.addEventListener("change", (event) => {
  if (event.target.matches("select[data-keep]")) {
    chosen.set(event.target.id, event.target.value);
  }
});

const choose = () => {
  for (const [id, value] of chosen) {
    const list = document.getElementById(id);
    if (list !== null) {
      list.value = value;
    }
  }
};

document.addEventListener("htmx:afterSwap", choose);
document.addEventListener("htmx:wsAfterMessage", choose);
