import { defineScreen } from '../../define-screen';

export default defineScreen({
  label: 'dual.title',
  group: 'people',
  order: 170,
  needs: ['users', 'view']
});
