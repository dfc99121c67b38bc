import { idRow, readRows } from '../../../core/database/rows';
import { setUpEntity } from '../../../kit/setup/entity';
import { choice, lines, node, text, whole, yesNo } from '../../../kit/setup/fields';
import { headingTwice, MOST_CUSTOM } from '../columns';

const heading = (label: string, hint?: string) => text({ label, hint, max: 60, listed: false });

/**
 * How the bookings of a travel agency are read, and how they find their charges on a company's central travel accounts
 * (CTS template, C3.037): named after the Central Travel Solution of card schemes.
 */
export default setUpEntity({
  name: 'central-travel-template',
  group: 'accounts',
  area: 'company_setup',
  levels: ['company'],
  feature: 'central.travel',
  words: {
    one: 'Central travel template',
    many: 'Central travel templates',
    about: 'How the bookings of a travel agency are read and find their charges on a central travel account (CTS).'
  },
  fields: {
    name: text({ label: 'Name', max: 60, required: true, unique: true }),
    place: node({
      label: 'Central travel account',
      hint: 'The account, or the account group with all of them.',
      kinds: ['account', 'account_group'],
      required: true
    }),
    tolerance: whole({
      label: 'Days of tolerance',
      hint: 'How far the day of a charge may be from the day of the booking.',
      min: 0,
      max: 30,
      required: true
    }),
    withoutName: yesNo({
      label: 'Match without the name',
      hint: 'By amount and day alone, where the charge doesn’t name the traveler.',
      listed: false
    }),
    days: choice({
      label: 'Dates are written',
      options: { ymd: '2027-03-31', dmy: '31.03.2027', mdy: '03/31/2027' },
      required: true,
      listed: false
    }),
    mark: choice({
      label: 'Amounts are written',
      options: { point: '1,234.50', comma: '1.234,50' },
      required: true,
      listed: false
    }),
    booking: heading(
      'Column for the booking number',
      'Columns left empty have these headings: booking number, ticket number, traveler, employee number, route, from, to, booked on, carrier, agent reference, amount, currency, cost center.'
    ),
    ticket: heading('Column for the ticket number'),
    traveller: heading('Column for the traveler'),
    employee: heading('Column for the employee number'),
    route: heading('Column for the route'),
    from: heading('Column for the first day'),
    to: heading('Column for the last day'),
    bookedOn: heading('Column for the day of booking'),
    carrier: heading('Column for the carrier'),
    agent: heading('Column for the agent’s reference'),
    amount: heading('Column for the amount'),
    currency: heading('Column for the currency'),
    costCentre: heading('Column for the cost center'),
    custom: lines({
      label: 'Columns of your own',
      hint: 'Headings, one per line, such as Project. What they hold is kept with the booking.',
      most: MOST_CUSTOM,
      max: 60,
      listed: false
    })
  },
  check: headingTwice,
  staysReferenced: true,
  async inUse({ tx, issuerId, ids }) {
    const rows = await readRows(tx, idRow)`
      SELECT DISTINCT f.template_id AS id FROM central_travel_files f
      WHERE f.issuer_id = ${issuerId}::uuid AND f.template_id = ANY(${[...ids]}::uuid[])`;
    return rows.map(({ id }) => id);
  }
});
