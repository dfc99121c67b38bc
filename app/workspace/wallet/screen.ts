import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'wallet.title',
  group: 'spend',
  order: 135,
  icon: 'wallet',
  needs: ['wallet', 'modify'],
  program: 'wallet'
});
