// What helps at a table, switched on or off by its player and remembered in this browser: the page
// is the same for everybody, and a class on the body says what of it is shown.

const USUAL = { marks: false, keys: true };
const NAME = "golf-aid-";

const switches = document.querySelectorAll("[data-aid]");

const kept = (aid) => {
  try {
    const value = localStorage.getItem(NAME + aid);
    return value === null ? USUAL[aid] : value === "on";
  } catch {
    // A browser that keeps nothing.
    return USUAL[aid];
  }
};

const show = (aid, isOn) => {
  document.body.classList.toggle(`has-${aid}`, isOn);
  for (const each of switches) {
    if (each.dataset.aid === aid) {
      each.ariaChecked = String(isOn);
    }
  }
};

for (const each of switches) {
  const { aid } = each.dataset;
  show(aid, kept(aid));
  each.addEventListener("click", () => {
    const isOn = each.ariaChecked !== "true";
    show(aid, isOn);
    try {
      localStorage.setItem(NAME + aid, isOn ? "on" : "off");
    } catch {
      // It holds until the page is left.
    }
  });
}

const box = document.getElementById("aids");
if (box !== null) {
  box.hidden = false;
}
