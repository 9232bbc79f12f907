// How many tables wait for one: in front of the title and on the icon. A table's socket tells when
// it changes, a list that reloads itself carries it, and every other page asks now and then, while
// somebody can see it.

const ASK_EVERY = 45_000;
const ASK_AGAIN = 30_000;
const ASK_THE_TOLD = 300_000;

const icon = document.getElementById("mark");
const { address } = icon.dataset;
const marks = icon.dataset.marks.split(" ");

let asked = Date.now();
let isTold = false;

const show = (count) => {
  const title = document.title.replace(/^\(\d+\) /, "");
  document.title = count > 0 ? `(${count}) ${title}` : title;
  const mark = marks[Math.min(count, marks.length - 1)];
  if (icon.getAttribute("href") !== mark) {
    icon.setAttribute("href", mark);
  }
};

const lead = (to) => {
  const link = document.getElementById("next-table");
  if (link !== null) {
    link.hidden = to === null;
    if (to === null) {
      link.removeAttribute("href");
    } else {
      link.setAttribute("href", to);
    }
  }
};

const told = (turns) => {
  show(turns.count);
  lead(turns.next);
};

const ask = async () => {
  asked = Date.now();
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    if (answer.ok) {
      told(await answer.json());
    }
  } catch {
    // The next time will do.
  }
};

const askIfSeen = () => {
  // What a socket tells is a hint, which may be lost.
  if (!document.hidden && Date.now() - asked >= (isTold ? ASK_THE_TOLD : ASK_AGAIN)) {
    ask();
  }
};

document.addEventListener("htmx:wsOpen", () => {
  isTold = true;
});

document.addEventListener("htmx:wsClose", () => {
  isTold = false;
});

document.addEventListener("htmx:wsBeforeMessage", (event) => {
  const { message } = event.detail;
  if (message.startsWith('{"type": "turns"')) {
    told(JSON.parse(message));
  }
});

document.addEventListener("htmx:afterSwap", () => {
  const list = document.querySelector("[data-turns]");
  if (list !== null) {
    asked = Date.now();
    show(Number(list.dataset.turns));
  }
});

document.addEventListener("visibilitychange", askIfSeen);
window.addEventListener("pageshow", (event) => event.persisted && ask());
setInterval(askIfSeen, ASK_EVERY);
