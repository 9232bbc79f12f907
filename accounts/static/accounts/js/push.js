// Turns pushes on for this browser: asks it, subscribes at its push service, tells the club.

const box = document.getElementById("push-here");
const button = document.getElementById("push-on");
const words = document.getElementById("push-words");

const say = (kind) => {
  words.textContent = box.dataset[kind];
  words.hidden = false;
};

const bytesOf = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

const isPossible = "serviceWorker" in navigator && "PushManager" in window;

const knownHere = async () => {
  const registration = await navigator.serviceWorker.getRegistration("/");
  const subscription = await registration?.pushManager.getSubscription();
  const listed = [...document.querySelectorAll("[data-endpoint]")];
  return listed.find((device) => device.dataset.endpoint === subscription?.endpoint) ?? null;
};

const subscribe = async () => {
  const registration = await navigator.serviceWorker.register(box.dataset.worker, { scope: "/" });
  await navigator.serviceWorker.ready;
  const old = await registration.pushManager.getSubscription();
  await old?.unsubscribe();
  return registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(box.dataset.key),
  });
};

const tell = async (subscription) => {
  const { endpoint, keys } = subscription.toJSON();
  const { csrfmiddlewaretoken } = Object.fromEntries(new FormData(button.form));
  const body = new URLSearchParams({ endpoint, ...keys, csrfmiddlewaretoken });
  const answer = await fetch(button.form.action, { method: "POST", body });
  if (!answer.ok) {
    throw new Error(String(answer.status));
  }
  location.assign((await answer.json()).url);
};

const turnOn = async () => {
  if ((await Notification.requestPermission()) !== "granted") {
    say("denied");
    return;
  }
  try {
    await tell(await subscribe());
  } catch {
    say("failed");
  }
};

if (isPossible) {
  button.form.addEventListener("submit", (event) => {
    event.preventDefault();
    turnOn();
  });
  const here = await knownHere();
  if (here === null || here.dataset.lost === "yes") {
    button.form.hidden = false;
  } else {
    here.querySelector(".this-device").hidden = false;
  }
} else {
  say("impossible");
}
