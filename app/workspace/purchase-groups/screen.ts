import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'purchase.groups',
  group: 'setup.people',
  order: 735,
  icon: 'purchases',
  needs: ['company_setup', 'view'],
  program: 'purchasing'
});
