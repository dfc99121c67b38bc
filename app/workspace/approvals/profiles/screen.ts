import { defineScreen } from '../../define-screen';

export default defineScreen({
  label: 'approval.profiles',
  group: 'setup',
  order: 300,
  needs: ['company_setup', 'view'],
  program: 'transaction.review'
});
