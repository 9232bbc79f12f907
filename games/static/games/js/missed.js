// A tab that comes back into sight shows the table as it stands; what happened while nobody looked
// can be stepped through from a line above it.

const live = document.getElementById("table-live");
const line = document.getElementById("table-missed");

let left = null;

const shown = () => Number(document.getElementById("table").dataset.sequence);

const offer = () => {
  if (left === null || document.hidden || shown() <= left) {
    return;
  }
  const url = live.dataset.missedUrl.replace(/0\/$/, `${left}/`);
  left = null;
  htmx.ajax("GET", url, { target: line, swap: "innerHTML" }).catch(() => {
    // The table itself is there.
  });
};

document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    left ??= shown();
  } else {
    offer();
  }
});

// What a page that was asleep is told first brings it up to date; what comes later is seen.
const settle = () => {
  offer();
  left = document.hidden ? left : null;
};

live.addEventListener("htmx:wsBeforeMessage", () => setTimeout(settle));
document.addEventListener("htmx:afterSwap", ({ detail }) => detail.target?.id === "table" && settle());

// Whoever goes on from here has no need of it.
document.addEventListener("pointerdown", (event) => {
  if (!line.contains(event.target)) {
    line.replaceChildren();
  }
});
document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.requestConfig?.verb === "post") {
    line.replaceChildren();
  }
});
