import { defineScreen } from './define-screen';

export default defineScreen({
  label: 'home.title',
  group: 'home',
  order: 10,
  needs: null,
  shortcut: 'h'
});
