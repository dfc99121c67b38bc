import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'ledger.title',
  group: 'transactions',
  order: 90,
  needs: ['ledger_exports', 'view'],
  program: 'transaction.review',
  quick: true,
  shortcut: 'l'
});
