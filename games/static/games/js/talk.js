// Talk and notes beside the table: a line that was sent leaves its field, what was read is noted,
// and what did not arrive stays where it was typed, with a word about it.

const talkForm = document.getElementById("talk-form");
const talkText = document.getElementById("talk-text");
const notesForm = document.getElementById("notes-form");
const notesText = document.getElementById("notes-text");
const forms = [talkForm, document.getElementById("talk-act"), notesForm];

let sentLine = "";
let sentNotes = notesText?.value;
let keptNotes = notesText?.value;
let lastRead = "";

const newKey = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
};

const isRefusal = (xhr) => xhr?.getResponseHeader("X-Refusal") != null;

// What was read.

const read = () => {
  const button = document.getElementById("talk-read");
  const isSeen = button !== null && button.getClientRects().length > 0 && !document.hidden;
  if (isSeen && button.value !== lastRead) {
    lastRead = button.value;
    button.click();
  }
};

document.addEventListener("change", (event) => event.target.name === "side" && read());
document.addEventListener("visibilitychange", read);
document.addEventListener("htmx:afterSettle", read);
document.addEventListener("htmx:wsAfterMessage", read);
document.addEventListener("htmx:load", read);

// What was sent.

document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.elt === talkForm) {
    sentLine = talkText.value;
  } else if (detail.elt === notesForm) {
    sentNotes = notesText.value;
    if (detail.triggeringEvent?.type === "input") {
      // The button that replaces what is kept elsewhere counts for its own press only.
      detail.parameters.delete("replace");
    }
  }
});

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (!detail.successful) {
    return;
  }
  if (detail.elt === talkForm) {
    // What arrived is done; what is sent again until then is the same line.
    document.getElementById("talk-key").value = newKey();
    talkText.value = talkText.value === sentLine ? "" : talkText.value;
  } else if (detail.elt === notesForm) {
    keptNotes = sentNotes;
  }
});

// What did not arrive.

document.addEventListener("htmx:beforeSwap", (event) => {
  const { detail } = event;
  if (forms.includes(detail.elt) && detail.xhr.status >= 400 && !isRefusal(detail.xhr)) {
    detail.shouldSwap = false;
  }
});

const tell = ({ detail }) => {
  if (!forms.includes(detail.elt) || isRefusal(detail.xhr)) {
    return;
  }
  if (detail.elt === notesForm) {
    document.getElementById("notes-failed").hidden = false;
  } else {
    document.getElementById("talk-refusal").textContent = detail.elt.dataset.notSent;
  }
};

document.addEventListener("htmx:sendError", tell);
document.addEventListener("htmx:timeout", tell);
document.addEventListener("htmx:responseError", tell);

// Notes that the page is left with.

notesText?.addEventListener("input", () => {
  document.getElementById("notes-saved")?.remove();
  document.getElementById("notes-failed").hidden = true;
});

window.addEventListener("pagehide", () => {
  if (notesText !== null && notesText.value !== keptNotes) {
    navigator.sendBeacon(notesForm.action, new FormData(notesForm));
  }
});

read();
