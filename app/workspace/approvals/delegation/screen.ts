import { defineScreen } from '../../define-screen';

export default defineScreen({
  label: 'delegation.title',
  group: 'person',
  order: 620,
  icon: 'delegation',
  needs: ['approvals', 'approve'],
  feature: 'delegation',
  program: 'transaction.review'
});
