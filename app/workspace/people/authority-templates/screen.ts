import { defineScreen } from '../../define-screen';

export default defineScreen({
  label: 'authority.templates.title',
  group: 'setup.people',
  order: 740,
  icon: 'roles',
  needs: ['authority_templates', 'view']
});
