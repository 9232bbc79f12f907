// What was missed plays by itself, a step at a time, until any key or tap. A key that is held does
// nothing here, and nothing comes from outside: the page goes on only when it is told to.

const STEP = 1_200;
const frame = document.getElementById("catch-up");
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

let timer = 0;
let wasPlaying = false;

const next = () => document.getElementById("catch-up-next");

const show = () => {
  const button = document.getElementById("catch-up-play");
  if (button !== null) {
    button.textContent = timer === 0 ? frame.dataset.play : frame.dataset.stop;
  }
};

const stop = () => {
  clearTimeout(timer);
  timer = 0;
  show();
};

const step = () => {
  if (next() === null || calm.matches || document.hidden) {
    stop();
    return;
  }
  timer = setTimeout(step, STEP);
  next().click();
};

const interrupt = () => {
  wasPlaying = timer !== 0;
  if (wasPlaying) {
    stop();
  }
};

document.addEventListener("pointerdown", interrupt, true);

document.addEventListener("keydown", (event) => {
  if (event.repeat && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else if (!event.repeat) {
    interrupt();
  }
}, true);

document.addEventListener("click", (event) => {
  if (event.target.closest("#catch-up-play") === null) {
    return;
  }
  if (!wasPlaying) {
    step();
    show();
  }
  wasPlaying = false;
});

// Focus stays in the dock when the last step takes its link away.
let wasInside = false;

document.addEventListener("htmx:beforeSwap", () => {
  wasInside = document.activeElement?.closest(".dock") !== null;
});

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target?.id !== "table") {
    return;
  }
  if (next() === null) {
    stop();
  }
  show();
  if (wasInside && document.activeElement?.closest(".dock") === null) {
    document.getElementById("catch-up-done")?.focus({ preventScroll: true });
  }
});

for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(failure, stop);
}

frame.classList.add("can-play");
