import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'audit.title',
  group: 'reports',
  order: 250,
  needs: ['audit', 'view'],
  quick: true,
  shortcut: 'a'
});
