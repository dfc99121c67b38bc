import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'listing.bank-accounts',
  group: 'company',
  order: 435,
  icon: 'wallet',
  needs: ['bank_accounts', 'view'],
  program: 'wallet'
});
