import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'profile.title',
  group: 'person',
  order: 600,
  icon: 'profile',
  needs: null,
  feature: 'profile',
  shortcut: 'p'
});
