// A card may be dragged onto the pile: that presses it, as a tap does. Dropped anywhere else it
// goes back. A finger that moves on a card never presses it by chance.

const STARTS_AFTER = 8;
const NEAR = 28;
const CLICK_WITHIN = 300;

const form = document.getElementById("table-form");

let held = null;
let isMoved = false;

const pile = () => document.getElementById("foundation");

const isOverPile = (event) => {
  const box = pile().getBoundingClientRect();
  const card = held.button.getBoundingClientRect();
  const isCardOver =
    card.left < box.right && card.right > box.left && card.top < box.bottom && card.bottom > box.top;
  const isFingerNear =
    event.clientX > box.left - NEAR &&
    event.clientX < box.right + NEAR &&
    event.clientY > box.top - NEAR &&
    event.clientY < box.bottom + NEAR;
  return isFingerNear || isCardOver;
};

const putBack = () => {
  for (const card of form.querySelectorAll(".is-dragged")) {
    card.classList.remove("is-dragged");
    card.classList.add("is-returning");
    card.addEventListener("transitionend", () => card.classList.remove("is-returning"), { once: true });
  }
  for (const card of form.querySelectorAll("[data-drag]")) {
    card.style.transform = "";
  }
  pile()?.classList.remove("is-target");
};

form.addEventListener("pointerdown", (event) => {
  isMoved = false;
  const button = event.target.closest("[data-drag]");
  if (button === null || !event.isPrimary || event.button !== 0 || form.ariaBusy === "true") {
    return;
  }
  held = { button, id: event.pointerId, x: event.clientX, y: event.clientY };
});

document.addEventListener("pointermove", (event) => {
  if (held === null || event.pointerId !== held.id) {
    return;
  }
  const [across, down] = [event.clientX - held.x, event.clientY - held.y];
  if (!isMoved && Math.hypot(across, down) < STARTS_AFTER) {
    return;
  }
  if (!isMoved) {
    isMoved = true;
    held.button.setPointerCapture(held.id);
    held.button.classList.remove("is-returning");
    held.button.classList.add("is-dragged");
  }
  held.button.style.transform = `translate(${across}px, ${down}px)`;
  pile().classList.toggle("is-target", isOverPile(event));
});

const letGo = (event, isDropped) => {
  if (held === null || event.pointerId !== held.id) {
    return;
  }
  const { button } = held;
  // The browser's own click of this press comes at once; one that comes later is another.
  setTimeout(() => {
    isMoved = held !== null && isMoved;
  }, CLICK_WITHIN);
  if (isMoved && isDropped && isOverPile(event)) {
    isMoved = false;
    pile().classList.remove("is-target");
    held = null;
    button.click();
    // The click that the browser makes of the same press is none.
    isMoved = true;
    return;
  }
  held = null;
  putBack();
};

document.addEventListener("pointerup", (event) => letGo(event, true));
document.addEventListener("pointercancel", (event) => letGo(event, false));

form.addEventListener(
  "click",
  (event) => {
    if (isMoved && event.target.closest("[data-drag]") !== null) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  },
  true,
);

// A key presses what no finger has moved.
document.addEventListener("keydown", () => {
  isMoved = held !== null && isMoved;
}, true);

document.addEventListener("htmx:afterSwap", () => held === null && putBack());
document.addEventListener("htmx:sendError", putBack);
document.addEventListener("htmx:timeout", putBack);
