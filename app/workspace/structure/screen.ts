import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'structure.title',
  group: 'structure',
  order: 200,
  needs: ['structure', 'view'],
  quick: true,
  shortcut: 't'
});
