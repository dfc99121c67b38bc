import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'brand.studio.title',
  group: 'system',
  order: 500,
  icon: 'brands',
  needs: ['system', 'view'],
  shortcut: 'b',
  thumb: 20,
  create: { href: '/workspace/brands/new', label: 'brand.studio.create', needs: ['system', 'modify'] }
});
