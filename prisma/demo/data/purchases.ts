import { checkDigit } from '../../../lib/core/secrets/card-digits';
import type { Values } from '../../../lib/kit/setup/field';
import { limitIn } from '../approval-profile';

const numbered = (digits: string) => digits + checkDigit(digits);

/** The cards that pay for what is requested. Their numbers are for national use, so that they are nobody's. */
export const REAL_CARDS: Values[] = [
  { name: 'Head office 4010', number: numbered('990040100000401'), expiry: '08/29' },
  { name: 'Workshop', number: numbered('990040200000402'), expiry: '03/30' }
];

/** What the virtual cards of the first of them show. */
export const CUSTOMIZATION: Values = { name: 'Head office', realCards: ['Head office 4010'] };
export const CARD_FIELDS: Values[] = [
  { field: 'alias', label: 'Paid by' },
  { field: 'number', label: 'Our reference' },
  { field: 'limit', label: 'At most' }
];

/** A stay at a hotel, which ends with its trip, and what a month of supplies may cost. */
export const purchaseTemplates = (currency: string): Values[] => [
  {
    name: 'A stay',
    type: 'Travel',
    currency,
    validityLevels: ['expiry', 'status'],
    velocity: 'continuous',
    velocityAmount: limitIn(currency, 2000),
    validity: 'days',
    validDays: '60',
    transactionLimit: 'true',
    transactionCount: '3',
    travel: ['lodging'],
    merchantName: 'starts',
    merchantNames: ['NORDLYS HOTELL'],
    supplier: 'Nordlys Hotell',
    curfew: 'overnight',
    curfewDays: ['friday', 'saturday'],
    curfewFrom: '23:00',
    curfewTo: '05:00'
  },
  {
    name: 'Supplies of a month',
    type: 'Supplies',
    currency,
    validityLevels: ['expiry'],
    velocity: 'monthly',
    velocityAmount: limitIn(currency, 500),
    velocityCount: '10',
    amountRange: 'true',
    amountMin: '1',
    amountMax: limitIn(currency, 400),
    timeOfDay: 'true',
    openDays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
    openFrom: '07:00',
    openTo: '19:00'
  }
];
