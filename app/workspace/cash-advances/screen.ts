import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'listing.cash-advances',
  group: 'spend',
  order: 108,
  icon: 'payments',
  needs: ['cash_advances', 'view'],
  program: 'expense.reports'
});
