// What is between a finger and the server: a press acts once, on the table it was begun on; an
// action that did not arrive is sent once more with the same key; focus stays where it was.

const live = document.getElementById("table-live");
const form = document.getElementById("table-form");
const box = document.getElementById("table-message");

const RETRY_AFTER = 2_000;
const SHOW_FOR = 8_000;

let pressed = null;
let sent = null;
let focused = "";
let hideTimer = 0;

const shown = () => document.getElementById("table");
const stateNow = () => ({ sequence: Number(shown().dataset.sequence), pick: shown().dataset.pick });

// Whether the table has changed in a way that makes what was begun then another thing now.
const isOvertaken = (then) =>
  then.sequence < Number(shown().dataset.since) || then.pick !== shown().dataset.pick;

const say = (text) => {
  const line = document.createElement("p");
  line.textContent = text;
  box.replaceChildren(line);
  hideLater();
};

const hideLater = () => {
  clearTimeout(hideTimer);
  hideTimer = setTimeout(() => box.replaceChildren(), SHOW_FOR);
};

const stop = (event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

// A press.

form.addEventListener("pointerdown", () => {
  pressed = stateNow();
}, true);

document.addEventListener("keydown", (event) => {
  if (event.repeat && (event.key === "Enter" || event.key === " ") && form.contains(event.target)) {
    stop(event);
  } else if (!event.repeat) {
    pressed = stateNow();
  }
}, true);

form.addEventListener("click", (event) => {
  if (event.target.closest("button, a") === null) {
    return;
  }
  if (event.target.closest("[aria-disabled]") !== null) {
    stop(event);
  } else if (form.ariaBusy === "true" && event.target.closest("[name=action], [hx-get]") !== null) {
    stop(event);
  } else if (pressed !== null && isOvertaken(pressed)) {
    stop(event);
    say(live.dataset.moved);
  }
  pressed = null;
}, true);

document.addEventListener("submit", (event) => {
  if (event.target === form && event.submitter === null) {
    stop(event);
  }
}, true);

// A request.

const isAction = (detail) => detail.requestConfig?.verb === "post";

const isOurs = (detail) => detail.target?.id === "table";

document.addEventListener("htmx:beforeRequest", (event) => {
  if (!isOurs(event.detail)) {
    return;
  }
  if (isAction(event.detail)) {
    form.ariaBusy = "true";
    if (event.detail.elt === form) {
      const { path, formData } = event.detail.requestConfig;
      sent = { path, values: Object.fromEntries(formData.entries()), isAgain: false };
    }
  }
});

document.addEventListener("htmx:afterRequest", (event) => {
  if (isOurs(event.detail) && isAction(event.detail)) {
    form.ariaBusy = "false";
  }
});

const again = () => {
  form.ariaBusy = "true";
  htmx.ajax("POST", sent.path, {
    source: live,
    target: "#table",
    swap: "morph",
    values: sent.values,
  }).catch(() => {
    // The failure has been told as an event already.
  });
};

const notDelivered = (event) => {
  if (!isOurs(event.detail) || !isAction(event.detail) || sent === null) {
    return;
  }
  if (sent.isAgain) {
    sent = null;
    say(live.dataset.failed);
    return;
  }
  sent.isAgain = true;
  form.ariaBusy = "true";
  say(live.dataset.notSent);
  if (navigator.onLine) {
    setTimeout(again, RETRY_AFTER);
  } else {
    window.addEventListener("online", again, { once: true });
  }
};

document.addEventListener("htmx:sendError", notDelivered);
document.addEventListener("htmx:timeout", notDelivered);

// An answer.

document.addEventListener("htmx:beforeSwap", (event) => {
  const { detail } = event;
  if (!isOurs(detail)) {
    return;
  }
  if (/\bid="table"/.test(detail.serverResponse)) {
    if (isAction(detail)) {
      sent = null;
      box.replaceChildren();
    }
    return;
  }
  if (detail.xhr.status >= 400) {
    sent = null;
    detail.shouldSwap = false;
    say(detail.xhr.status === 429 ? live.dataset.slow : live.dataset.broken);
  } else if (detail.xhr.status !== 204) {
    // A whole page instead of the table: a log-in, or another version of the site.
    detail.shouldSwap = false;
    window.location.reload();
  }
});

// Focus, and what a person has opened, outlive the change of the table.

Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) =>
  !(name === "open" && node.tagName === "DETAILS");

const remember = () => {
  const active = document.activeElement;
  focused = shown().contains(active) ? active.id : "";
};

const restore = () => {
  if (box.childElementCount > 0) {
    hideLater();
  }
  const last = focused;
  // Other swaps than the table's, such as the talk's, move no focus.
  focused = "";
  if (last === "" || shown().contains(document.activeElement)) {
    return;
  }
  const place = document.getElementById(last) ?? document.getElementById("prompt");
  if (place !== null) {
    if (!place.matches("a[href], button, input, summary")) {
      place.tabIndex = -1;
    }
    place.focus({ preventScroll: true });
  }
};

const isTable = (event) => event.detail.target?.id === "table";

document.addEventListener("htmx:beforeSwap", (event) => isTable(event) && remember());
document.addEventListener("htmx:oobBeforeSwap", (event) => isTable(event) && remember());
document.addEventListener("htmx:afterSwap", restore);
document.addEventListener("htmx:wsAfterMessage", restore);

document.addEventListener("click", (event) => {
  const menu = document.getElementById("table-menu");
  if (menu?.open && !menu.contains(event.target)) {
    menu.open = false;
  }
});
