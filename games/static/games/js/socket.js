// Keeps the table current. The socket only ever brings the whole table, or the whole talk; this
// module drops what is not newer, says when the connection is gone, and reads over HTTP while no
// socket opens.

const live = document.getElementById("table-live");
const notice = document.getElementById("table-connection");
const words = document.getElementById("table-connection-text");

const ASK_EVERY = 15_000;
const ANSWER_WITHIN = 6_000;
const TELL_AFTER = 1_200;
const POLL_AFTER = 8_000;
const POLL_EVERY = 5_000;
const SEEN_AFTER = 200;

let socket = null;
let answerTimer = 0;
let tellTimer = 0;
let pollTimer = 0;
let seenTimer = 0;
let isRefused = false;

const shownVersion = () => Number(document.getElementById("table").dataset.version);

// None where nobody talks.
const shownTalk = () => {
  const lines = document.getElementById("talk-lines");
  return lines === null ? null : Number(lines.dataset.talk);
};

const numberIn = (text, pattern) => {
  const found = pattern.exec(text);
  return found === null ? null : Number(found[1]);
};

const versionIn = (text) => numberIn(text, /\bdata-version="(\d+)"/);
const talkIn = (text) => numberIn(text, /\bdata-talk="(\d+)"/);

const say = (kind) => {
  words.textContent = kind === "" ? "" : notice.dataset[kind];
  notice.hidden = kind === "";
};

const isOpen = () => socket !== null && socket.readyState === WebSocket.OPEN;

// A socket that is replaced must not come back by itself: htmx reopens whatever reports a close.
htmx.createWebSocket = (url) => {
  if (socket !== null) {
    socket.onclose = null;
    socket.close();
  }
  socket = new WebSocket(url);
  return socket;
};

htmx.config.wsReconnectDelay = (tries) => {
  const most = Math.min(500 * 2 ** tries, 6_000);
  return most * (0.5 + Math.random() / 2);
};

let reconnect = () => {};

const ask = () => {
  if (isRefused) {
    return;
  }
  if (!isOpen()) {
    if (socket !== null && socket.readyState === WebSocket.CLOSED) {
      reconnect();
    }
    return;
  }
  const seen = document.visibilityState === "visible";
  socket.send(JSON.stringify({ type: "have", version: shownVersion(), talk: shownTalk(), seen }));
  clearTimeout(answerTimer);
  answerTimer = setTimeout(() => {
    lose();
    reconnect();
  }, ANSWER_WITHIN);
};

// What is before somebody's eyes counts as seen at once, not only when it is asked for next.
const tellSoon = () => {
  clearTimeout(seenTimer);
  seenTimer = setTimeout(() => isOpen() && !document.hidden && ask(), SEEN_AFTER);
};

const read = () => {
  if (!document.hidden && document.getElementById("table-form").ariaBusy !== "true") {
    const table = { source: live, target: "#table", swap: "morph" };
    // What can't be read now is read the next time.
    htmx.ajax("GET", live.dataset.tableUrl, table).catch(() => {});
    if (shownTalk() !== null) {
      const talk = { target: "#talk-refusal", swap: "none" };
      htmx.ajax("GET", live.dataset.talkUrl, talk).catch(() => {});
    }
  }
};

const poll = () => {
  say("polling");
  read();
  pollTimer = setTimeout(poll, POLL_EVERY);
};

const lose = () => {
  clearTimeout(answerTimer);
  if (tellTimer === 0) {
    tellTimer = setTimeout(() => say("lost"), TELL_AFTER);
  }
  if (pollTimer === 0) {
    pollTimer = setTimeout(poll, POLL_AFTER);
  }
};

const find = () => {
  clearTimeout(tellTimer);
  clearTimeout(pollTimer);
  tellTimer = 0;
  pollTimer = 0;
  say("");
};

live.addEventListener("htmx:wsConnecting", () => {
  if (!isOpen()) {
    lose();
  }
});

live.addEventListener("htmx:wsOpen", (event) => {
  reconnect = event.detail.socketWrapper.reconnect;
  find();
  ask();
});

live.addEventListener("htmx:wsClose", (event) => {
  const { code } = event.detail.event;
  reconnect = event.detail.socketWrapper.reconnect;
  if (code >= 4000) {
    isRefused = true;
    find();
    say("closed");
    return;
  }
  lose();
  if (![1006, 1011, 1012, 1013].includes(code)) {
    setTimeout(() => reconnect(), 1_000);
  }
});

live.addEventListener("htmx:wsBeforeMessage", (event) => {
  clearTimeout(answerTimer);
  find();
  const { message } = event.detail;
  const [version, talk] = [versionIn(message), talkIn(message)];
  if (version !== null && document.querySelector("#table .own") !== null) {
    tellSoon();
  }
  const isTable = version !== null && version > shownVersion();
  // Equal talk passes: it reads differently once somebody is muted.
  const isTalk = talk !== null && shownTalk() !== null && talk >= shownTalk();
  if (!isTable && !isTalk) {
    event.preventDefault();
  }
});

// An answer over HTTP may be overtaken by a frame; equal versions pass, for a pick has none.
document.addEventListener("htmx:beforeSwap", (event) => {
  const answer = event.detail.serverResponse ?? "";
  const [version, talk] = [versionIn(answer), talkIn(answer)];
  if (talk !== null && talk < shownTalk()) {
    event.detail.serverResponse = answer.replace(/<[^]*$/, "");
  }
  if (event.detail.target.id === "table" && version !== null && version < shownVersion()) {
    event.detail.shouldSwap = false;
  }
});

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) {
    ask();
  }
});

window.addEventListener("pageshow", (event) => {
  if (event.persisted) {
    ask();
  }
});

window.addEventListener("online", ask);
window.addEventListener("offline", lose);
setInterval(ask, ASK_EVERY);
