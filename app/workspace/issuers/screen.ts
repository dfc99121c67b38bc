import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'issuer.title',
  group: 'structure',
  order: 230,
  needs: ['system', 'view'],
  quick: true
});
