import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'purchase.title',
  group: 'spend',
  order: 115,
  icon: 'purchases',
  needs: ['purchase_requests', 'view'],
  program: 'purchasing',
  create: {
    href: '/workspace/purchase-requests/new',
    label: 'purchase.new',
    needs: ['purchase_requests', 'modify'],
    program: 'purchasing'
  }
});
