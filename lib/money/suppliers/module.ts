import { defineModule } from '../../composition/define-module';
import { deliver } from './deliver';
import { forgetDeliveries } from './forget-deliveries';
import { payStraightThrough } from './pay-straight-through';

export default defineModule({
  needs: [
    'access/policy',
    'brand/mail',
    'directory/people',
    'directory/structure',
    'kit/notices',
    'kit/setup',
    'money/purchasing'
  ],
  tables: ['supplier_payments', 'integrator_deliveries'],
  auditActions: ['integrator.tested', 'supplier_payment.declined', 'supplier_payment.paid'],
  outbox: { 'supplier.payment': payStraightThrough, 'integrator.delivery': deliver },
  chores: { forgetDeliveries }
});
