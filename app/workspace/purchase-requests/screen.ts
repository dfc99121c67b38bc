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
  },
  pages: [
    {
      href: '/workspace/purchase-requests/approvals',
      label: 'purchase.approvals',
      needs: ['approvals', 'approve'],
      program: 'purchasing'
    },
    {
      href: '/workspace/purchase-requests/cards',
      label: 'listing.virtual-cards',
      needs: ['purchase_requests', 'view'],
      program: 'purchasing'
    },
    {
      href: '/workspace/purchase-requests/suppliers',
      label: 'listing.supplier-orders',
      needs: ['purchase_requests', 'view'],
      program: 'purchasing'
    },
    {
      href: '/workspace/purchase-requests/controls',
      label: 'listing.card-controls',
      needs: ['purchase_requests', 'view'],
      program: 'purchasing'
    },
    {
      href: '/workspace/purchase-requests/batches',
      label: 'batch.title',
      needs: ['purchase_requests', 'modify'],
      program: 'purchasing'
    }
  ]
});
