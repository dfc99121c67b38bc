import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'inbox.title',
  group: 'home',
  order: 20,
  icon: 'inbox',
  needs: null,
  feature: 'inbox',
  shortcut: 'i',
  create: { href: '/workspace/inbox/new', label: 'inbox.message', needs: ['messages', 'modify'] },
  pages: [{ href: '/workspace/inbox/sent', label: 'inbox.sent', needs: ['messages', 'view'] }]
});
