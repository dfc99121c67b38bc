import { defineScreen } from '../../define-screen';

export default defineScreen({
  label: 'structure.accounts',
  group: 'structure',
  order: 210,
  needs: ['accounts', 'view'],
  quick: true
});
