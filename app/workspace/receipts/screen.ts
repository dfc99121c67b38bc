import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'receipt.title',
  group: 'spend',
  order: 105,
  icon: 'receipts',
  needs: ['receipts', 'view'],
  program: 'transaction.review',
  thumb: 45
});
