// Keys for those who like them. At a table they work while the focus is inside it: 1 to 9 are
// one's own cards in reading order, d is the stock, t the discard pile. Links of a replay say which
// key follows them. Where buttons name their keys themselves, they work on the whole page, as long
// as that is not switched off (see aids.js).

const TYPING = "input, textarea, select, [contenteditable]";
const PRESSED = "button, a, summary";

const live = document.querySelector("#table-live[data-keys=page]");

const namedOf = (event) => {
  const isOwn = event.target === document.body || live.contains(event.target);
  const isPress = event.key === "Enter" && event.target.closest(PRESSED) !== null;
  if (!isOwn || isPress || !document.body.classList.contains("has-keys")) {
    return null;
  }
  const name = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const button = live.querySelector(`[aria-keyshortcuts="${CSS.escape(name)}"]`);
  const isShown = button !== null && getComputedStyle(button).visibility === "visible";
  return isShown && button.getClientRects().length > 0 ? button : null;
};

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
  if (live !== null) {
    return namedOf(event);
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
