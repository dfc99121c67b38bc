import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'alert.title',
  group: 'insight',
  order: 215,
  icon: 'alerts',
  needs: ['alerts', 'view'],
  program: 'alerts',
  create: { href: '/workspace/alerts/new', label: 'alert.new', needs: ['alerts', 'modify'], program: 'alerts' }
});
