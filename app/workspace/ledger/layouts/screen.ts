import { defineScreen } from '../../define-screen';

export default defineScreen({
  label: 'ledger.layouts',
  group: 'transactions',
  order: 100,
  needs: ['ledger_exports', 'view'],
  program: 'transaction.review'
});
