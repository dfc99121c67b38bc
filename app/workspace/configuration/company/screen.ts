import { defineScreen } from '../../define-screen';

export default defineScreen({
  label: 'configuration.company',
  group: 'setup.general',
  order: 700,
  icon: 'configuration',
  needs: ['company_configuration', 'view']
});
