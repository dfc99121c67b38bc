import { translator } from '../../../lib/core/language/texts';
import type { Values } from '../../../lib/kit/setup/field';
import type { Situation } from '../../../lib/money/disputes/situations';
import { USUAL_REASONS } from '../../../lib/money/disputes/usual-reasons';

const words = translator('en_US');

/** Records by entity (lib/<wing>/<module>/entities), as they are typed into its form. */
export type Records = Record<string, readonly Values[]>;

const coded = (text: string): Values[] =>
  text.split(', ').map((entry) => {
    const [code = '', name = ''] = entry.split(':');
    return { code, name };
  });

/** Groups of merchant categories (ISO 18245), by their names. */
const CATEGORY_GROUPS: Record<string, string> = {
  Flights: '4511 4582',
  'Trains and coaches': '4111 4112 4131',
  'Taxis and parking': '4121 7523 4784 7512',
  Hotels: '7011',
  Restaurants: '5812 5813 5814 5462 5811 5411 5499',
  Fuel: '5541 5542',
  Vehicles: '7538 7542 5532 5533 7549 7513',
  Office: '5943 5111 5044 5021 5712 7338 2741',
  'IT and software': '5045 5732 5734 4816 4814 4812 7372 7379',
  'Post and couriers': '4215 4214 9402',
  Training: '8299 8249 8220',
  Consulting: '7392 7399 8111 8931',
  Subscriptions: '5968 5192 5942',
  'Tools and materials': '5085 5065 5072 5074 5039 5211 5251 5200 5198 5051 7394'
};

interface Mileage {
  unit: 'kilometer' | 'mile';
  lastYear: string;
  thisYear: string;
  perPassenger?: string;
}

/** What one's own car is paid by distance, by currency. */
export const MILEAGE: Record<string, Mileage> = {
  SEK: { unit: 'kilometer', lastYear: '2.4', thisYear: '2.5' },
  NOK: { unit: 'kilometer', lastYear: '5', thisYear: '5.3', perPassenger: '1' },
  DKK: { unit: 'kilometer', lastYear: '3.81', thisYear: '3.94' },
  EUR: { unit: 'kilometer', lastYear: '0.57', thisYear: '0.55', perPassenger: '0.04' },
  GBP: { unit: 'mile', lastYear: '0.45', thisYear: '0.45', perPassenger: '0.05' },
  USD: { unit: 'mile', lastYear: '0.7', thisYear: '0.725' }
};

/** The same for every other currency. */
export const OTHER_MILEAGE: Mileage = { unit: 'kilometer', lastYear: '1.8', thisYear: '1.85' };

/** Examples of day allowances in euros, by destination: they are nobody's law. */
export const ALLOWANCES = [
  { name: 'France', fullDay: 60, partDay: 30, breakfast: 12, lunch: 21, dinner: 21 },
  { name: 'Germany', fullDay: 56, partDay: 28, breakfast: 11, lunch: 22, dinner: 22 },
  { name: 'Norway', fullDay: 80, partDay: 40, breakfast: 16, lunch: 28, dinner: 36 },
  { name: 'Norway – Oslo', fullDay: 90, partDay: 45, breakfast: 18, lunch: 31, dinner: 40 }
] as const;

/** The account of the ledger that each group of merchant categories is booked on by default. */
export const CATEGORY_ACCOUNTS: Record<string, string> = {
  Flights: '5810',
  'Trains and coaches': '5810',
  'Taxis and parking': '5800',
  Hotels: '5831',
  Restaurants: '6071',
  Fuel: '5611',
  Vehicles: '5613',
  Office: '6110',
  'IT and software': '6540',
  'Post and couriers': '6250',
  Training: '7610',
  Consulting: '6550',
  Subscriptions: '6970',
  'Tools and materials': '4010'
};

/** The same of what is bought by a purchase request, by its type. */
export const PURCHASE_ACCOUNTS: Record<string, string> = { Travel: '5831', Supplies: '6110' };

/** Parts of the ledger's accounts that some org points are offered. */
export const SUBSETS = [
  {
    name: 'Field work',
    description: 'Fuel, vehicles, tools and materials.',
    accounts: ['5611', '5613', '4010', '5410', '5800']
  },
  {
    name: 'Office',
    description: 'Supplies, IT and training.',
    accounts: ['6110', '6250', '6540', '7610', '6970', '6071']
  }
];

/** Currencies that each company has a conversion rule for, but for its own. */
export const CONVERTED = ['EUR', 'USD', 'GBP', 'SEK', 'JPY', 'SGD', 'CHF', 'DKK'];

/** What the resource centre offers, some of it to some roles: something of each topic. */
const RESOURCES: Values[] = [
  { topic: 'elearning', name: 'Your card in ten minutes', roles: ['A'], path: 'learn/first-steps' },
  {
    topic: 'elearning',
    name: 'Coding and approving, step by step',
    roles: ['S', 'O', 'C', 'G'],
    path: 'learn/approving'
  },
  { topic: 'releases', name: 'What is new this month', path: 'releases' },
  { topic: 'webinars', name: 'Questions and answers for card programmes', roles: ['C', 'G', 'I'], path: 'webinars' },
  { topic: 'implementation', name: 'Checklist for a new company', roles: ['C', 'G', 'I'], path: 'start/checklist' },
  { topic: 'training', name: 'Slides for your own training', roles: ['C', 'G'], path: 'training/slides' },
  { topic: 'forms', name: 'Report a lost or stolen card', path: 'forms/lost-card' },
  { topic: 'forms', name: 'Statement of a missing receipt', roles: ['A'], path: 'forms/missing-receipt' },
  { topic: 'help', name: 'Answers to frequent questions', path: 'help' },
  { topic: 'guides', name: 'Guide for cardholders', path: 'guides/cardholders' },
  { topic: 'guides', name: 'Guide for administrators', roles: ['C', 'G', 'I'], path: 'guides/administrators' }
].map(({ path, ...resource }) => ({ ...resource, link: `https://www.example.com/${path}` }));

/** What an issuer's lists have. */
export const ISSUER_RECORDS: Records = {
  'merchant-category-group': Object.entries(CATEGORY_GROUPS).map(([name, codes]) => ({
    name,
    codes: codes.split(' ')
  })),
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
  'dispute-reason': Object.entries(USUAL_REASONS).map(([situation, reason]) => ({
    ...reason,
    situation,
    name: words(`setup.entity.dispute.reason.field.situation.option.${situation as Situation}`)
  })),
  resource: RESOURCES,
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
    { name: 'Flights and trains', category: 'airfare', merchantCategories: ['3000-3350', '4112', '4511'] },
    { name: 'Hotel', category: 'lodging', merchantCategories: ['3501-3999', '7011'] },
    { name: 'Meals with guests', category: 'entertainment', receiptFrom: '0', merchantCategories: ['5811', '5813'] },
    { name: 'Meals on the way', category: 'meals', outOfPocket: 'true', merchantCategories: ['5812', '5814', '5499'] },
    {
      name: 'Taxi and public transport',
      category: 'transport',
      outOfPocket: 'true',
      merchantCategories: ['4111', '4121', '7523']
    },
    { name: 'Mileage', category: 'mileage' },
    { name: 'Day allowance', category: 'allowance' },
    { name: 'Supplies', category: 'supplies', merchantCategories: ['5943', '5111', '5732', '5251'] },
    { name: 'Other', category: 'other' }
  ],
  tolerance: [{ kind: 'percent', minimum: '5', maximum: '20' }],
  'custom-list': [{ name: 'Vehicles', values: ['None', 'Pool car 1', 'Pool car 2', 'Van', 'Own car'] }],
  'custom-field': [
    { name: 'Vehicle', label: 'Vehicle', extends: 'transaction', type: 'list', list: 'Vehicles' },
    { name: 'Trip number', label: 'Trip number', extends: 'transaction', type: 'text', length: '20' }
  ],
  'purchase-type': [
    { name: 'Travel', description: 'Hotels, flights and trains.', codes: ['7011', '4511', '4112'] },
    { name: 'Supplies', description: 'What offices and workshops need.' }
  ],
  integrator: [
    {
      name: 'Rivet order desk',
      contact: 'Ines Moreau',
      emails: 'desk@rivet.example',
      delivery: 'webhook',
      address: 'https://hooks.rivet.example/payments',
      key: `whsec_${'dGVzc2VyYS1kZW1vLW9ubHkt'.repeat(2)}`
    }
  ],
  supplier: [
    {
      name: 'Nordlys Hotell',
      merchantId: 'NORDLYSHOTELL01',
      acquirerId: '482913',
      language: 'no',
      emails: 'booking@nordlys.example'
    },
    { name: 'Papier & Stift', merchantId: 'PAPIERUNDSTIFT1', language: 'de', emails: 'bestellung@papier.example' },
    {
      name: 'Rivet Tools',
      merchantId: 'RIVETTOOLS00001',
      language: 'en_US',
      emails: 'orders@rivet.example',
      locksCards: 'true',
      straightThrough: 'true'
    }
  ],
  'customer-code': coded(
    'C-1001:Harbour Authority, C-1002:City Transport, C-1003:Northern Grid, C-1004:Lakeside Hospital, C-1005:Internal'
  )
};

/** What expenses of these types are asked. */
export const EXPENSE_PROPERTIES: Readonly<Record<string, readonly Values[]>> = {
  'Flights and trains': [
    { property: 'purpose', asked: 'required' },
    { property: 'from', asked: 'optional' },
    { property: 'to', asked: 'optional' }
  ],
  Hotel: [
    { property: 'purpose', asked: 'required' },
    { property: 'location', asked: 'required' },
    { property: 'nights', asked: 'required', preset: '1' }
  ],
  'Meals with guests': [
    { property: 'attendees', asked: 'required' },
    { property: 'purpose', asked: 'required' }
  ],
  Supplies: [{ property: 'project', asked: 'optional' }],
  Other: [{ property: 'purpose', asked: 'required' }]
};

/** The rules of the demo's expense policy, with limits of about so many dollars. */
export const EXPENSE_RULES: readonly (Values & { dollars?: number })[] = [
  { kind: 'receipt', level: 'explain', dollars: 25 },
  { kind: 'day', level: 'refuse', type: 'Meals on the way', dollars: 60 },
  { kind: 'line', level: 'explain', type: 'Hotel', dollars: 250 },
  { kind: 'attendee', level: 'explain', type: 'Meals with guests', dollars: 90 },
  { kind: 'line', level: 'note', dollars: 800 },
  { kind: 'age', level: 'explain', days: '60' },
  { kind: 'duplicate', level: 'explain', days: '3' },
  { kind: 'weekend', level: 'note' },
  { kind: 'category', level: 'refuse', categories: ['7800-7802', '7995'] }
];

export const PROGRAM_OPTIONS = [
  { name: 'Corporate card', programType: 'one_card', without: [] },
  { name: 'Purchasing card', programType: 'purchasing', without: ['mileage'] },
  { name: 'Fleet card', programType: 'fleet', without: [] }
] as const;
