import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'registrations.title',
  group: 'people',
  order: 180,
  needs: ['registrations', 'view'],
  shortcut: 'r'
});
