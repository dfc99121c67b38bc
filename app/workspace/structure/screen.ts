import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'structure.title',
  group: 'company',
  order: 410,
  icon: 'structure',
  needs: ['structure', 'view'],
  shortcut: 't',
  thumb: 80
});
