import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'ledger.title',
  group: 'accounting',
  order: 310,
  icon: 'ledger',
  needs: ['ledger_exports', 'view'],
  program: 'transaction.review',
  shortcut: 'l',
  create: {
    href: '/workspace/ledger/new',
    label: 'ledger.new',
    needs: ['ledger_exports', 'run'],
    feature: 'exports',
    program: 'transaction.review'
  }
});
