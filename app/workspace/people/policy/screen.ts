import { defineScreen } from '../../define-screen';

export default defineScreen({
  label: 'policy.title',
  group: 'people',
  order: 190,
  needs: ['users', 'view']
});
