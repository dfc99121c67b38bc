import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'reconciliation.title',
  group: 'insight',
  order: 217,
  icon: 'reconciliation',
  needs: ['purchase_reconciliation', 'view'],
  program: 'purchasing'
});
