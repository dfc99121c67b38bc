import { defineModule } from '../../composition/define-module';
import { bookCleared } from './book-cleared';
import { bookCharges } from './bookings';

/** The desk of the card processor in the box, and the bookings of all: they come by the issuer's feed, as a bank's do. */
export default defineModule({
  needs: ['access/policy', 'directory/structure', 'money/approvals', 'money/feeds', 'money/purchasing'],
  tables: [],
  auditActions: ['virtual_card.booked', 'virtual_card.charged', 'virtual_card.reversed'],
  outbox: { 'processor.bookings': bookCharges, 'processor.cleared': bookCleared }
});
