import { defineModule } from '../../composition/define-module';
import { deliver } from './deliver';
import { forgetDeliveries } from './forget-deliveries';
import { payStraightThrough } from './pay-straight-through';

export default defineModule({
  needs: [
    'access/policy',
    'brand/brands',
    'brand/mail',
    'directory/people',
    'directory/structure',
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
    'supplier_payment.paid'
  ],
  keyPurposes: ['supplier-link'],
  outbox: { 'supplier.payment': payStraightThrough, 'integrator.delivery': deliver },
  chores: { forgetDeliveries }
});
