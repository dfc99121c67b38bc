import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'central.travel.title',
  group: 'accounting',
  order: 310,
  icon: 'travel',
  needs: ['central_travel', 'view'],
  program: 'central.travel'
});
