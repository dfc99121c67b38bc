import { defineScreen } from '../../define-screen';

export default defineScreen({
  label: 'configuration.issuer',
  group: 'programs',
  order: 260,
  needs: ['issuer_configuration', 'view'],
  quick: true
});
