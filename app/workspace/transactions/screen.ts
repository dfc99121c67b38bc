import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'transaction.title',
  group: 'spend',
  order: 100,
  icon: 'transactions',
  needs: ['transactions', 'view'],
  program: 'transaction.review',
  shortcut: 'x',
  thumb: 40,
  create: {
    href: '/workspace/transactions/new',
    label: 'transaction.add',
    needs: ['transactions', 'modify'],
    feature: 'adding_transactions',
    program: 'transaction.review'
  },
  pages: [
    {
      href: '/workspace/transactions/code',
      label: 'coding.title',
      needs: ['transactions', 'modify'],
      program: 'transaction.review'
    }
  ]
});
