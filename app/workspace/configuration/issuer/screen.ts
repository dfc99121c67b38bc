import { defineScreen } from '../../define-screen';

export default defineScreen({
  label: 'configuration.issuer',
  group: 'setup.general',
  order: 710,
  icon: 'configuration',
  needs: ['issuer_configuration', 'view']
});
