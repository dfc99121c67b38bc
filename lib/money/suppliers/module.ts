import { defineModule } from '../../composition/define-module';
import { deliver } from './deliver';
import { payStraightThrough } from './pay-straight-through';

export default defineModule({
  needs: ['access/policy', 'brand/mail', 'directory/structure', 'kit/setup', 'money/purchasing'],
  tables: ['supplier_payments', 'integrator_deliveries'],
  auditActions: ['integrator.tested', 'supplier_payment.declined', 'supplier_payment.paid'],
  outbox: { 'supplier.payment': payStraightThrough, 'integrator.delivery': deliver }
});
