// Keys for those who like them. At a table they work while the focus is inside it: 1 to 9 are
// one's own cards in reading order, d is the stock, t the discard pile. Links of a replay say which
// key follows them.

const TYPING = "input, textarea, select, [contenteditable]";

const placeOf = (key) => {
  if (/^[1-9]$/.test(key)) {
    return document.querySelectorAll(".own .place")[Number(key) - 1] ?? null;
  }
  return { d: document.getElementById("stock"), t: document.getElementById("discard") }[key] ?? null;
};

const targetOf = (event) => {
  const step = document.querySelector(`a[data-key="${CSS.escape(event.key)}"]`);
  if (step !== null) {
    const scrolls = event.target.closest(".score-scroll") ?? event.target.matches(".side-panel");
    return scrolls ? null : step;
  }
  const isAtTable = document.getElementById("table-form")?.contains(event.target) ?? false;
  const place = isAtTable ? placeOf(event.key) : null;
  return place?.matches(".can-act") ? place : null;
};

document.addEventListener("keydown", (event) => {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) {
    return;
  }
  if (event.target.closest(TYPING) !== null) {
    return;
  }
  const target = targetOf(event);
  if (target !== null) {
    event.preventDefault();
    target.click();
  }
});
