import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'dispute.title',
  group: 'spend',
  order: 120,
  icon: 'disputes',
  needs: ['disputes', 'view'],
  program: 'disputes'
});
