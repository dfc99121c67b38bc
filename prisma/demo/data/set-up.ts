import type { Values } from '../../../lib/kit/setup/field';

/** Records by entity (lib/<wing>/<module>/entities), as they are typed into its form. */
export type Records = Record<string, readonly Values[]>;

const coded = (text: string): Values[] =>
  text.split(', ').map((entry) => {
    const [code = '', name = ''] = entry.split(':');
    return { code, name };
  });

/** What an issuer's lists have. */
export const ISSUER_RECORDS: Records = {
  'issuer-card-type': coded(
    'TRAVEL:Travel card, PURCHASING:Purchasing card, FLEET:Fleet card, EXECUTIVE:Executive card, VIRTUAL:Virtual card'
  ),
  'issuer-account-status-code': [
    { code: 'A1', name: 'Active', systemStatus: 'A' },
    { code: 'L1', name: 'Lost', systemStatus: 'C', blocksUse: true },
    { code: 'S1', name: 'Stolen', systemStatus: 'C', blocksUse: true },
    { code: 'V1', name: 'Closed on request', systemStatus: 'C' },
    { code: 'D1', name: 'Past due', systemStatus: 'S' }
  ],
  'reason-code': coded('LO:Lost card, ST:Stolen card, LE:Employee has left, FR:Suspected fraud, NM:Change of name')
};

/** Accounts of a ledger, as values of an accounting code. */
export const LEDGER_ACCOUNTS = coded(
  '6110:Office supplies, 6250:Postage and couriers, 6540:IT services, 5611:Fuel, 5613:Vehicle repairs, 5800:Travel, ' +
    '5810:Tickets, 5831:Hotels, 6071:Meals with guests, 4010:Materials, 5410:Tools, 6550:Consulting, 7610:Training, 6970:Subscriptions'
);

/** What a company's lists have besides its scheme and its taxes. */
export const COMPANY_RECORDS: Records = {
  'expense-type': [
    { name: 'Flights and trains', category: 'airfare', properties: ['purpose', 'from', 'to'] },
    { name: 'Hotel', category: 'lodging', properties: ['purpose', 'location', 'nights'] },
    { name: 'Meals with guests', category: 'entertainment', receiptAbove: '0', properties: ['attendees', 'purpose'] },
    { name: 'Meals on the way', category: 'meals', receiptAbove: '25', outOfPocket: 'true' },
    { name: 'Taxi and public transport', category: 'transport', outOfPocket: 'true' },
    { name: 'Supplies', category: 'supplies', receiptAbove: '0', properties: ['project'] },
    { name: 'Other', category: 'other', properties: ['purpose'] }
  ],
  'reporting-cycle': [{ name: 'Calendar month', frequency: 'monthly', closingDay: '31', startsOn: '2026-01-01' }]
};

export const PROGRAM_OPTIONS = [
  { name: 'Corporate card', programType: 'one_card', without: [] },
  { name: 'Purchasing card', programType: 'purchasing', without: ['mileage'] },
  { name: 'Fleet card', programType: 'fleet', without: [] }
] as const;
