import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'registrations.title',
  group: 'company',
  order: 430,
  icon: 'registrations',
  needs: ['registrations', 'view'],
  shortcut: 'r'
});
