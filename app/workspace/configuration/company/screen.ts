import { defineScreen } from '../../define-screen';

export default defineScreen({
  label: 'configuration.company',
  group: 'programs',
  order: 270,
  needs: ['company_configuration', 'view'],
  quick: true
});
