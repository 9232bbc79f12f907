// Says how long each seat still has, by the server's clock: the page itself only says until when.

const SOON = 10 * 60 * 1000;
let ahead = 0;
let timer = 0;

function words(left, units, isShort) {
  if (left <= 0) return units.over;
  const seconds = Math.ceil(left / 1000);
  const days = Math.floor(seconds / 86400);
  const hours = Math.floor((seconds % 86400) / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  if (days > 0) return `${days} ${units.day}${isShort ? "" : ` ${hours} ${units.hour}`}`;
  if (hours > 0) return `${hours} ${units.hour}${isShort ? "" : ` ${minutes} ${units.minute}`}`;
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}

function tell() {
  window.clearTimeout(timer);
  const units = document.getElementById("table-live")?.dataset;
  if (!units) return;
  let least = Infinity;
  for (const clock of document.querySelectorAll("time[data-due]")) {
    const left = Date.parse(clock.dateTime) - Date.now() + ahead;
    // Beside a small layout there is room for the largest unit alone.
    const said = words(left, units, clock.closest(".others") !== null);
    if (clock.textContent !== said) {
      clock.title ||= clock.textContent;
      clock.textContent = said;
    }
    clock.classList.toggle("is-short", left < 60 * 1000);
    least = Math.min(least, left);
  }
  if (least < Infinity) timer = window.setTimeout(tell, least < SOON ? 1000 : 30000);
}

async function askTheTime() {
  const asked = Date.now();
  const answer = await fetch("/healthz", { method: "HEAD", cache: "no-store" });
  const told = Date.parse(answer.headers.get("Date") ?? "");
  // The header tells whole seconds: within one of them the two clocks are taken for equal.
  const behind = (asked + Date.now()) / 2 - told - 500;
  if (Number.isFinite(behind) && Math.abs(behind) > 1000) ahead = behind;
  tell();
}

if (document.querySelector("time[data-due]")) askTheTime().catch(tell);
document.addEventListener("htmx:afterSettle", tell);
document.addEventListener("htmx:wsAfterMessage", tell);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) tell();
});
tell();
