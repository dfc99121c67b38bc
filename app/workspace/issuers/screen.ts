import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'issuer.title',
  group: 'system',
  order: 510,
  icon: 'issuers',
  needs: ['system', 'view'],
  thumb: 30,
  create: { href: '/workspace/issuers/new', label: 'issuer.new', needs: ['system', 'modify'] }
});
