import { defineModule } from '../../composition/define-module';
import { bookCharges } from './bookings';

/** The card processor in the box: what it books of virtual cards comes by the issuer's feed, as a real one's does. */
export default defineModule({
  needs: ['access/policy', 'directory/structure', 'money/approvals', 'money/feeds', 'money/purchasing'],
  tables: [],
  auditActions: ['virtual_card.booked', 'virtual_card.charged', 'virtual_card.reversed'],
  outbox: { 'processor.bookings': bookCharges }
});
