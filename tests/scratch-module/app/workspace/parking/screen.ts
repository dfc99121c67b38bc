import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'parking.title',
  group: 'company',
  order: 235,
  icon: 'structure',
  needs: ['parking', 'view'],
  program: 'parking',
  shortcut: 'k'
});
