import { defineScreen } from '../../define-screen';

export default defineScreen({
  label: 'structure.accounts',
  group: 'company',
  order: 420,
  icon: 'accounts',
  needs: ['accounts', 'view']
});
