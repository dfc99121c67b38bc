import { setUpEntity } from '../../../kit/setup/entity';
import {
  choice,
  choices,
  currency,
  date,
  decimal,
  lines,
  record,
  records,
  text,
  whole,
  yesNo
} from '../../../kit/setup/fields';
import { followRecords } from '../groups/follow-records';
import { requestedAmong } from '../in-use';
import { BAND } from '../template-controls';
import { foreignFields, templateFaults } from '../template-faults';
import { TIME_ZONE } from '../time-zone';

const PERIODS = {
  daily: 'per day',
  weekly: 'per week',
  monthly: 'per month',
  quarterly: 'per quarter',
  yearly: 'per year',
  continuous: 'in all'
};
const PERIOD_NAMES = Object.keys(PERIODS);

const WEEKDAYS = {
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday'
};

/** Of a control that is a tick. */
const whenOn = (field: string) => ({ when: { field, is: [true] }, listed: false }) as const;
const whenIs = (field: string, ...is: string[]) => ({ when: { field, is }, listed: false }) as const;
const amount = { scale: 2, positive: true, max: '999999999999.99' } as const;
const time = { max: 5, pattern: [/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'time.invalid'], required: true } as const;

/**
 * What the card of a purchase request may do (C3.059): ten controls, each off or fixed (C3.017, C3.062–C3.070), with
 * what the request asks for besides.
 */
export default setUpEntity({
  name: 'purchase-template',
  group: 'purchasing',
  area: 'company_setup',
  levels: ['company'],
  feature: 'purchasing',
  words: {
    one: 'Purchase template',
    many: 'Purchase templates',
    about: 'What the cards of purchase requests may do.'
  },
  fields: {
    name: text({ label: 'Template Name', max: 60, required: true, unique: true }),
    type: record({ label: 'Purchase type', target: { entity: 'purchase-type' }, required: true }),
    supplier: record({
      label: 'Supplier',
      hint: 'Leave it empty to let the requester choose.',
      target: { entity: 'supplier' }
    }),
    currency: currency({ label: 'Currency', required: true }),
    timeZone: text({
      label: 'Time zone',
      hint: 'Such as Europe/Oslo. Leave it empty for the issuer’s own.',
      max: 60,
      pattern: [TIME_ZONE, 'time.zone.invalid'],
      listed: false
    }),
    velocity: choice({
      label: 'Velocity',
      hint: 'How much the card may spend in a period, or how often. This or aging velocity is required.',
      options: PERIODS
    }),
    velocityAmount: decimal({ label: 'Velocity: total amount', ...amount, ...whenIs('velocity', ...PERIOD_NAMES) }),
    velocityCount: whole({
      label: 'Velocity: purchases',
      min: 1,
      max: 99_999_999,
      ...whenIs('velocity', ...PERIOD_NAMES)
    }),
    agingVelocity: yesNo({
      label: 'Aging velocity',
      listed: false
    }),
    agingAmount: decimal({ label: 'Aging velocity: amount', ...amount, required: true, ...whenOn('agingVelocity') }),
    agingDays: whole({ label: 'Aging velocity: days', min: 1, max: 9999, required: true, ...whenOn('agingVelocity') }),
    transactionLimit: yesNo({ label: 'Transaction limit', listed: false }),
    transactionAmount: decimal({ label: 'Most per purchase', ...amount, ...whenOn('transactionLimit') }),
    transactionCount: whole({ label: 'Most purchases', min: 1, max: 9999, ...whenOn('transactionLimit') }),
    amountRange: yesNo({ label: 'Amount range', listed: false }),
    amountMin: decimal({
      label: 'Least amount',
      scale: 2,
      min: '0',
      max: amount.max,
      required: true,
      ...whenOn('amountRange')
    }),
    amountMax: decimal({ label: 'Greatest amount', ...amount, required: true, ...whenOn('amountRange') }),
    exactAmounts: yesNo({ label: 'Exact amount range', listed: false }),
    exactBands: lines({
      label: 'Exact amounts',
      hint: 'Enter an amount such as 980.00, or a range such as 900.00-1150.00.',
      most: 10,
      max: 40,
      pattern: [BAND, 'purchase.band.invalid'],
      required: true,
      ...whenOn('exactAmounts')
    }),
    exactOnce: yesNo({ label: 'Each amount once', ...whenOn('exactAmounts') }),
    timeOfDay: yesNo({ label: 'Time of day', listed: false }),
    openDays: choices({ label: 'Works on', options: WEEKDAYS, required: true, ...whenOn('timeOfDay') }),
    openFrom: text({ label: 'Works from', ...time, ...whenOn('timeOfDay') }),
    openTo: text({ label: 'Works until', ...time, ...whenOn('timeOfDay') }),
    curfew: choice({
      label: 'Curfew',
      options: { day: 'Within a day', overnight: 'Over midnight' },
      listed: false
    }),
    curfewDays: choices({
      label: 'Blocked on',
      options: WEEKDAYS,
      required: true,
      ...whenIs('curfew', 'day', 'overnight')
    }),
    curfewFrom: text({ label: 'Blocked from', ...time, ...whenIs('curfew', 'day', 'overnight') }),
    curfewTo: text({ label: 'Blocked until', ...time, ...whenIs('curfew', 'day', 'overnight') }),
    validity: choice({
      label: 'Validity period',
      options: { dates: 'Between two days', days: 'For some days after approval' },
      listed: false
    }),
    validFrom: date({ label: 'Valid from', required: true, ...whenIs('validity', 'dates') }),
    validTo: date({ label: 'Valid to', required: true, ...whenIs('validity', 'dates') }),
    validDays: whole({ label: 'Valid for (days)', min: 1, max: 730, required: true, ...whenIs('validity', 'days') }),
    merchantName: choice({
      label: 'Merchant name',
      options: { starts: 'Begins with', contains: 'Contains', equals: 'Is exactly' },
      listed: false
    }),
    merchantNames: lines({
      label: 'Merchant names',
      most: 10,
      max: 22,
      required: true,
      ...whenIs('merchantName', 'starts', 'contains', 'equals')
    }),
    travel: choices({
      label: 'Travel',
      options: {
        agency: 'Travel agency',
        air: 'Flight',
        rail: 'Train',
        vehicle: 'Rental car',
        lodging: 'Hotel'
      }
    }),
    customFields: records({
      label: 'Custom data fields',
      target: { entity: 'custom-field' },
      most: 30
    }),
    listItems: lines({
      label: 'Items',
      hint: 'What can be requested, up to 30, one per line. Leave it empty for anything.',
      most: 30,
      max: 80
    }),
    validityLevels: choices({
      label: 'Card validity check',
      options: { type: 'Card type', bin: 'BIN', expiry: 'Expiry', status: 'Status' },
      required: true
    })
  },
  check: async (values, world) => [...templateFaults(values), ...(await foreignFields(values.customFields, world))],
  staysReferenced: true,
  inUse: (written) => requestedAmong(written, 'template'),
  follow: followRecords
});
