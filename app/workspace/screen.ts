import { defineScreen } from './define-screen';

export default defineScreen({
  label: 'home.title',
  group: 'home',
  order: 10,
  icon: 'home',
  needs: null,
  shortcut: 'h',
  thumb: 10
});
