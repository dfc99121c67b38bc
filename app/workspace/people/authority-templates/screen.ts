import { defineScreen } from '../../define-screen';

export default defineScreen({
  label: 'authority.templates.title',
  group: 'people',
  order: 140,
  needs: ['authority_templates', 'view']
});
