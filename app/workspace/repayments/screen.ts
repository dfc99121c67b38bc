import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'listing.repayments',
  group: 'accounting',
  order: 316,
  icon: 'payments',
  needs: ['repayments', 'view'],
  program: 'expense.reports'
});
