// The action that ends a hole is seen before the score card: the board stays as it was for a moment,
// and for somebody who was away until they are back. Nothing beside the table tells more meanwhile.

const STAYS = 2_000;

const table = () => document.getElementById("table");

let phase = table().dataset.phase;
let isClosing = false;

const wear = () => {
  const { classList, dataset } = table();
  classList.remove("is-playing", "is-closing", `is-${dataset.phase}`);
  const names = isClosing ? ["is-playing", "is-closing"] : [`is-${dataset.phase}`];
  classList.add(...names);
  document.body.classList.toggle("is-closing", isClosing);
};

const open = () => {
  isClosing = false;
  wear();
};

const wait = () => {
  if (document.hidden) {
    document.addEventListener("visibilitychange", wait, { once: true });
  } else {
    setTimeout(open, STAYS);
  }
};

const follow = () => {
  const last = phase;
  phase = table().dataset.phase;
  if (phase === "playing") {
    isClosing = false;
  } else if (last === "playing" && !isClosing) {
    isClosing = true;
    wait();
  }
  if (isClosing) {
    wear();
  }
};

document.addEventListener("htmx:afterSwap", follow);
document.addEventListener("htmx:wsAfterMessage", follow);
