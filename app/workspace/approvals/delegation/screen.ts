import { defineScreen } from '../../define-screen';

export default defineScreen({
  label: 'delegation.title',
  group: 'transactions',
  order: 80,
  needs: ['approvals', 'approve'],
  feature: 'delegation',
  program: 'transaction.review'
});
