import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'profile.title',
  group: 'bar',
  order: 20,
  needs: null,
  feature: 'profile',
  quick: true,
  shortcut: 'p'
});
