// Shows the notices that the product pushes to a browser, and opens them (app/workspace/profile/push-leaf.tsx).
self.addEventListener('push', (event) => {
  const { title, body, tag, href } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon: '/icon.svg', data: { href } }));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data.href));
});
