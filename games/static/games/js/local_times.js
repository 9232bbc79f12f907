// Deadlines in the time of this browser, for whoever has not told the club where they live.

const told = new Intl.DateTimeFormat(document.documentElement.lang, {
  month: "long",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});

const tell = () => {
  for (const time of document.querySelectorAll("time[data-local]")) {
    const words = time.dataset.local.replace("{}", told.format(new Date(time.dateTime)));
    if (time.textContent !== words) {
      time.textContent = words;
    }
  }
};

document.addEventListener("htmx:afterSwap", tell);
tell();
