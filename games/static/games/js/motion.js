// Cards travel from place to place and turn over. It works on places and pictures that are on the
// page already, so it knows no card that its viewer does not see.

const TIMING = { duration: 220, easing: "ease-out" };
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

let sequence = Number(document.getElementById("table").dataset.sequence);
let before = new Map();
let covered = new Map();

const cardOf = (place) => place?.querySelector(".card") ?? null;

const look = (event) => {
  if (event.detail.target?.id !== "table") {
    return;
  }
  before = new Map();
  for (const place of document.querySelectorAll("#table .place[id]")) {
    before.set(place.id, place.getBoundingClientRect());
  }
  covered = new Map();
  for (const pile of document.querySelectorAll("#table #discard, #table [data-keeps]")) {
    covered.set(pile.id, cardOf(pile)?.cloneNode(true));
  }
};

const lay = (card, box) => {
  const flight = document.createElement("div");
  flight.className = "flight";
  flight.ariaHidden = "true";
  flight.style.left = `${box.left}px`;
  flight.style.top = `${box.top}px`;
  flight.style.width = `${box.width}px`;
  flight.style.height = `${box.height}px`;
  flight.append(card);
  document.body.append(flight);
  return flight;
};

const travel = (origin, target, old) => {
  const place = document.getElementById(target);
  const card = cardOf(place);
  const from = before.get(origin) ?? document.getElementById(origin)?.getBoundingClientRect();
  if (card === null || from === undefined || from.width === 0) {
    return;
  }
  const to = place.getBoundingClientRect();
  const under = old === undefined ? null : lay(old, to);
  const flight = lay(card.cloneNode(true), to);
  card.style.visibility = "hidden";
  const moved = `translate(${from.left - to.left}px, ${from.top - to.top}px)`;
  const start = `${moved} scale(${from.width / to.width})`;
  flight.style.transformOrigin = "0 0";
  const flying = flight.animate([{ transform: start }, { transform: "none" }], TIMING);
  flying.finished.catch(() => {}).then(() => {
    flight.remove();
    under?.remove();
    card.style.visibility = "";
  });
};

const turnOver = (id) => {
  const card = cardOf(document.getElementById(id));
  card?.animate(
    [
      { transform: "perspective(600px) rotateY(90deg)", filter: "brightness(0.7)" },
      { transform: "none", filter: "none" },
    ],
    TIMING,
  );
};

const move = () => {
  const table = document.getElementById("table");
  const last = sequence;
  sequence = Number(table.dataset.sequence);
  if (sequence <= last || calm.matches || document.hidden) {
    return;
  }
  const travels = [...document.querySelectorAll("#table-motion [data-origin]")];
  const leaves = new Set(travels.map((line) => line.dataset.origin));
  for (const { dataset } of travels) {
    // What lay on a pile is seen there until the next card covers it.
    const old = leaves.has(dataset.target) ? undefined : covered.get(dataset.target);
    travel(dataset.origin, dataset.target, old);
  }
  for (const { dataset } of document.querySelectorAll("#table-motion [data-turned]")) {
    turnOver(dataset.turned);
  }
};

document.addEventListener("htmx:beforeSwap", look);
document.addEventListener("htmx:oobBeforeSwap", look);
document.addEventListener("htmx:afterSwap", move);
document.addEventListener("htmx:wsAfterMessage", move);
