import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'audit.title',
  group: 'insight',
  order: 220,
  icon: 'audit',
  needs: ['audit', 'view'],
  shortcut: 'a'
});
