import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'feed.title',
  group: 'accounting',
  order: 300,
  icon: 'feeds',
  needs: ['feeds', 'view'],
  shortcut: 'f',
  pages: [{ href: '/workspace/feeds/rejects', label: 'feed.rejects', needs: ['feeds', 'view'] }]
});
