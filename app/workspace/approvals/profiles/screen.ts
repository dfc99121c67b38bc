import { defineScreen } from '../../define-screen';

export default defineScreen({
  label: 'approval.profiles',
  group: 'setup.people',
  order: 730,
  icon: 'approvals',
  needs: ['company_setup', 'view'],
  program: ['transaction.review', 'purchasing']
});
