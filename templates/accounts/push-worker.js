// Shows what the club pushes, and leads to the table when it is pressed.

self.addEventListener("push", (event) => {
  const message = event.data.json();
  event.waitUntil(
    self.registration.showNotification(message.title, {
      body: message.body,
      data: { url: message.url },
      tag: message.url,
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = new URL(event.notification.data.url, self.location.origin);
  if (address.origin === self.location.origin) {
    event.waitUntil(self.clients.openWindow(address.href));
  }
});
