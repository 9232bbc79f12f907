// A replay plays by itself, a step at a time, until it is paused or somebody goes elsewhere in it.
// It follows the link of the next step and knows nothing of what that shows.

const STEP = 1_200;
const SHORTEST = 300;
const LONGEST = 6_000;
const KEPT = "replay-speed";
const ON_THE_WAY = ["ArrowLeft", "ArrowRight", "Home", "End", "[", "]", ",", "."];
const TYPING = "input, textarea, select, [contenteditable]";
const TAKES_SPACE = `${TYPING}, button, summary, [role=region]`;

const root = document.getElementById("replay");
const speeds = [...document.getElementById("replay-speed").options].map((option) => option.value);

let speed = "1";
let timer = 0;
let isPlaying = false;
let focused = "";

const at = (id) => document.getElementById(id);
const link = (name) => document.querySelector(`a#replay-${name}`);

// What is sent from the server knows neither that this plays nor how fast.
const show = () => {
  at("replay-play").textContent = isPlaying ? root.dataset.pause : root.dataset.play;
  at("replay-speed").value = speed;
};

const pause = () => {
  clearTimeout(timer);
  isPlaying = false;
  show();
};

const wait = () => {
  if (speed !== "real") {
    return STEP / Number(speed);
  }
  return Math.min(LONGEST, Math.max(SHORTEST, Number(at("table").dataset.gap)));
};

const step = () => {
  if (document.hidden) {
    pause();
    return;
  }
  link("next")?.click();
};

const goOn = () => {
  clearTimeout(timer);
  if (isPlaying && link("next") === null) {
    isPlaying = false;
  }
  if (isPlaying) {
    timer = setTimeout(step, wait());
  }
  show();
};

const play = () => {
  isPlaying = true;
  if (link("next") === null) {
    // At the end it begins again.
    link("first")?.click();
  } else {
    step();
  }
  show();
};

const toggle = () => (isPlaying ? pause() : play());

document.addEventListener("click", (event) => {
  if (event.target.closest("#replay-play") !== null) {
    toggle();
  } else if (event.isTrusted && event.target.closest("#replay a") !== null) {
    pause();
  }
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || at("hole-dialog").open) {
    return;
  }
  if (event.key === " " && !event.repeat && event.target.closest(TAKES_SPACE) === null) {
    event.preventDefault();
    toggle();
  } else if (isPlaying && ON_THE_WAY.includes(event.key) && event.target.closest(TYPING) === null) {
    pause();
  }
}, true);

document.addEventListener("change", (event) => {
  if (event.target.id !== "replay-speed") {
    return;
  }
  speed = event.target.value;
  try {
    localStorage.setItem(KEPT, speed);
  } catch {
    // Where nothing may be kept it is chosen anew.
  }
  goOn();
});

// The end of a match takes links away: the focus stays where it was, so that keys go on from there.
document.addEventListener("htmx:beforeSwap", () => {
  focused = document.activeElement?.id ?? "";
});

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target?.id !== "table") {
    return;
  }
  if (focused !== "" && document.activeElement === document.body) {
    at(focused)?.focus({ preventScroll: true });
  }
  goOn();
});

for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(failure, pause);
}

try {
  const kept = localStorage.getItem(KEPT);
  speed = speeds.includes(kept) ? kept : speed;
} catch {
  // Nothing was kept.
}
root.classList.add("has-script");
show();
