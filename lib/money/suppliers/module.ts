import { defineModule } from '../../composition/define-module';
import { deliver } from './deliver';
import { forgetDeliveries } from './forget-deliveries';
import { SUPPLIER_ORDERS } from './orders-listing';
import { payStraightThrough } from './pay-straight-through';
import { retryPayments } from './retry-payments';

export default defineModule({
  needs: [
    'access/policy',
    'brand/brands',
    'brand/mail',
    'directory/people',
    'directory/structure',
    'kit/listing',
    'kit/notices',
    'kit/setup',
    'money/purchasing',
    'sign-in'
  ],
  tables: ['supplier_payments', 'integrator_deliveries', 'supplier_links', 'supplier_passphrases'],
  auditActions: [
    'integrator.tested',
    'supplier_link.declined',
    'supplier_link.locked',
    'supplier_link.opened',
    'supplier_link.sent',
    'supplier_link.shown',
    'supplier_link.withdrawn',
    'supplier_passphrase.set',
    'supplier_payment.declined',
    'supplier_payment.paid',
    'supplier_payment.retried'
  ],
  keyPurposes: ['supplier-link'],
  lists: {
    'supplier-orders': { listing: SUPPLIER_ORDERS, path: '/workspace/purchase-requests/suppliers' }
  },
  homeTasks: {
    'supplier.orders': {
      list: 'supplier-orders',
      query: { mine: 'true', attention: 'true' },
      sum: 'purchaseLimit',
      needs: ['purchase_requests', 'modify'],
      program: 'purchasing',
      order: 16
    }
  },
  outbox: { 'supplier.payment': payStraightThrough, 'integrator.delivery': deliver },
  chores: { forgetDeliveries, retryPayments }
});
