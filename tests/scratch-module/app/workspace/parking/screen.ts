import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'parking.title',
  group: 'structure',
  order: 235,
  needs: ['parking', 'view'],
  program: 'parking',
  quick: true,
  shortcut: 'k'
});
