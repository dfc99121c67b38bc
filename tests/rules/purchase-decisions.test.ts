import { instantOf } from '@/lib/core/calendar/clocks';
import { dayOf } from '@/lib/core/calendar/days';
import type { Controls } from '@/lib/money/purchasing/controls';
import { countersOf, type Earlier, unused } from '@/lib/money/purchasing/counters';
import { type Authorization, decide } from '@/lib/money/purchasing/decide';
import { localTime, windowOf } from '@/lib/money/purchasing/local-time';
import { type TemplateValues, templateControls } from '@/lib/money/purchasing/template-controls';

const OSLO = 'Europe/Oslo';
const OFF: Controls = {
  currency: 'NOK',
  timeZone: OSLO,
  velocities: [],
  aging: null,
  transactionLimit: null,
  amountRange: null,
  exactAmounts: null,
  timeOfDay: null,
  curfew: null,
  validity: null,
  merchantName: null,
  travel: [],
  purchaseType: null,
  merchant: null
};
const at = (local: string) => instantOf(OSLO, dayOf(local.slice(0, 10)), local.slice(11));
const ASKED: Authorization = {
  at: at('2026-06-10T12:00'),
  kind: 'purchase',
  amount: '100.00',
  currency: 'NOK',
  merchantName: 'NORDLYS HOTELL',
  merchantId: null,
  acquirerId: null,
  category: '7011'
};
const answer = (controls: Partial<Controls>, asked: Partial<Authorization> = {}, earlier: readonly Earlier[] = []) => {
  const all = { ...OFF, ...controls };
  const authorization = { ...ASKED, ...asked };
  const counters = earlier.length > 0 ? countersOf(all, earlier, authorization.at) : unused(all);
  const { approved, code, failures } = decide(all, counters, authorization);
  return approved ? 'approved' : `${code} ${failures.map(({ control }) => control).join(' ')}`;
};
const spent = (when: string, amount: string, more: Partial<Earlier> = {}): Earlier => ({
  at: at(when),
  amount,
  cleared: null,
  ...more
});
const daily = { velocities: [{ period: 'daily' as const, amount: '100.00', count: null }] };
const WEEK = { weekday: 'wednesday' as const, from: '08:00', to: '17:00' };

describe('C3.017 C3.020 C3.060 C3.062 C3.063 C3.064 C3.065 C3.066 C3.067 C3.068 C3.069 C3.070 each control says yes or no, and the answer names it', () => {
  test.each<[string, Partial<Controls>, Partial<Authorization>, string]>([
    ['nothing is on', {}, {}, 'approved'],
    ['another currency', {}, { currency: 'EUR' }, '57 currency'],
    ['C3.066 before the first day', { validity: { from: '2026-06-11', to: '2026-06-30' } }, {}, '54 validity'],
    [
      'C3.066 on the last day, until midnight',
      { validity: { from: '2026-06-01', to: '2026-06-10' } },
      { at: at('2026-06-10T23:59') },
      'approved'
    ],
    [
      'C3.066 after it',
      { validity: { from: '2026-06-01', to: '2026-06-10' } },
      { at: at('2026-06-11T00:00') },
      '54 validity'
    ],
    ['C3.064 within the hours', { timeOfDay: [WEEK] }, {}, 'approved'],
    ['C3.064 at their end', { timeOfDay: [WEEK] }, { at: at('2026-06-10T17:00') }, '57 timeOfDay'],
    ['C3.064 on a day without hours', { timeOfDay: [WEEK] }, { at: at('2026-06-11T12:00') }, '57 timeOfDay'],
    ['C3.065 in the curfew', { curfew: [WEEK] }, {}, '57 curfew'],
    ['C3.065 at its end', { curfew: [WEEK] }, { at: at('2026-06-10T17:00') }, 'approved'],
    ['C3.060 a category of the type', { purchaseType: { name: 'Travel', codes: ['7011'] } }, {}, 'approved'],
    ['C3.060 another category', { purchaseType: { name: 'Travel', codes: ['4511'] } }, {}, '57 purchaseType'],
    [
      'C3.060 no category',
      { purchaseType: { name: 'Travel', codes: ['4511'] } },
      { category: null },
      '57 purchaseType'
    ],
    [
      'C3.020 the merchant of the supplier',
      { merchant: { id: '123456789ABCDEF', acquirerId: '42' } },
      { merchantId: '123456789abcdef', acquirerId: '000042' },
      'approved'
    ],
    [
      'C3.020 another acquirer',
      { merchant: { id: '123456789ABCDEF', acquirerId: '42' } },
      { merchantId: '123456789ABCDEF', acquirerId: '43' },
      '57 merchant'
    ],
    [
      'C3.020 another merchant',
      { merchant: { id: '123456789ABCDEF', acquirerId: null } },
      { merchantId: null },
      '57 merchant'
    ],
    [
      'C3.067 the beginning of the name, marks aside',
      { merchantName: { match: 'starts', names: ['Nørdlys hotell'] } },
      { merchantName: 'N RDLYS HOTELL OSLO' },
      'approved'
    ],
    [
      'C3.067 another name',
      { merchantName: { match: 'starts', names: ['NORDLYS'] } },
      { merchantName: 'HOTEL NORDLYS' },
      '57 merchantName'
    ],
    [
      'C3.067 a name within',
      { merchantName: { match: 'contains', names: ['NORDLYS'] } },
      { merchantName: 'HOTEL NORDLYS' },
      'approved'
    ],
    ['C3.067 the whole name', { merchantName: { match: 'equals', names: ['NORDLYS'] } }, {}, '57 merchantName'],
    [
      'C3.067 a name in another script folds to nothing',
      { merchantName: { match: 'contains', names: ['HOTEL'] } },
      { merchantName: 'Гостиница' },
      '57 merchantName'
    ],
    ['C3.068 the limit of a purchase', { transactionLimit: { amount: '100.00', count: null } }, {}, 'approved'],
    [
      'C3.068 a cent more',
      { transactionLimit: { amount: '100.00', count: null } },
      { amount: '100.01' },
      '61 transactionLimit'
    ],
    ['C3.062 below the range', { amountRange: { min: '100.01', max: '200' } }, {}, '61 amountRange'],
    [
      'C3.062 a pre-authorization below it',
      { amountRange: { min: '100.01', max: '200' } },
      { kind: 'preauthorization' },
      'approved'
    ],
    ['C3.062 above the range', { amountRange: { min: '0', max: '99.99' } }, {}, '61 amountRange'],
    ['C3.063 an agreed amount', { exactAmounts: { bands: [{ from: '100', to: '100' }], once: false } }, {}, 'approved'],
    [
      'C3.063 another amount',
      { exactAmounts: { bands: [{ from: '99', to: '99.99' }], once: false } },
      {},
      '61 exactAmounts'
    ],
    ['C3.017 the whole of a velocity', daily, {}, 'approved'],
    ['C3.017 more than a velocity', daily, { amount: '100.01' }, '61 velocity'],
    ['C3.069 the whole of an aging velocity', { aging: { amount: '100', days: 7 } }, {}, 'approved'],
    ['C3.069 more than it', { aging: { amount: '99.99', days: 7 } }, {}, '61 agingVelocity'],
    ['C3.070 a trip declines nothing', { travel: ['air'] }, {}, 'approved'],
    [
      'a card check of amount 0 passes the controls of amounts',
      { ...daily, amountRange: { min: '5', max: '9' } },
      { amount: '0' },
      'approved'
    ]
  ])('%s', (_, controls, asked, expected) => {
    expect(answer(controls, asked)).toBe(expected);
  });

  test('every failing control is named, in the same order always', () => {
    const all: Partial<Controls> = {
      aging: { amount: '1', days: 7 },
      ...daily,
      exactAmounts: { bands: [{ from: '1', to: '1' }], once: true },
      amountRange: { min: '1', max: '2' },
      transactionLimit: { amount: '1', count: 1 },
      merchantName: { match: 'equals' as const, names: ['OTHER'] },
      merchant: { id: 'X'.repeat(15), acquirerId: null },
      purchaseType: { name: 'Travel', codes: ['4511'] },
      timeOfDay: [],
      curfew: [WEEK],
      validity: { from: '2027-01-01', to: '2027-01-02' }
    };
    expect(answer(all, { currency: 'EUR' }, [spent('2026-06-10T10:00', '50.00')])).toBe(
      '57 currency validity curfew timeOfDay purchaseType merchant merchantName transactionLimit transactionCount amountRange exactAmounts velocity agingVelocity'
    );
  });
});

describe('C3.017 velocities count in windows of the template’s own time zone', () => {
  test.each([
    ['2026-03-29', 23],
    ['2026-10-25', 25]
  ])('the day %s of %i hours ends at midnight there', (day, hours) => {
    const [from, until] = [at(`${day}T00:00`), at(`${windowOf('daily', day)?.until}T00:00`)];
    expect((until.getTime() - from.getTime()) / 3_600_000).toBe(hours);
    const before = [spent(`${day}T00:00`, '60.00')];
    const last = new Date(until.getTime() - 100);
    expect(localTime(last, OSLO)).toMatchObject({ day, time: '23:59' });
    expect(answer(daily, { at: last, amount: '60.00' }, before)).toBe('61 velocity');
    expect(answer(daily, { at: until, amount: '60.00' }, before)).toBe('approved');
  });

  test.each([
    ['weekly', '2026-06-07T23:59', '2026-06-08T00:00'],
    ['monthly', '2026-06-30T23:59', '2026-07-01T00:00'],
    ['quarterly', '2026-06-30T23:59', '2026-07-01T00:00'],
    ['yearly', '2026-12-31T23:59', '2027-01-01T00:00']
  ] as const)('a %s one begins anew at %s', (period, last, first) => {
    const controls = { velocities: [{ period, amount: null, count: 1 }] };
    const before = [spent(last, '1.00')];
    expect(answer(controls, { at: at(last) }, before)).toBe('65 velocityCount');
    expect(answer(controls, { at: at(first) }, before)).toBe('approved');
    expect(answer({ velocities: [{ period: 'continuous', amount: null, count: 1 }] }, { at: at(first) }, before)).toBe(
      '65 velocityCount'
    );
  });

  test('says what is left, and until when', () => {
    const controls = { ...OFF, velocities: [{ period: 'monthly' as const, amount: '10000.00', count: null }] };
    const asked = { ...ASKED, at: at('2026-03-20T12:00'), amount: '4200.00' };
    const counters = countersOf(controls, [spent('2026-03-02T09:00', '9950.00')], asked.at);
    expect(decide(controls, counters, asked).failures).toEqual([
      {
        control: 'velocity',
        period: 'monthly',
        limit: '10000.00',
        total: '14150.00',
        left: '50.00',
        until: '2026-04-01'
      }
    ]);
  });

  test('a reversal gives back in the window of its authorization, and a clearing counts as it was cleared', () => {
    const march = at('2026-03-31T12:00');
    expect(answer(daily, { at: march }, [spent('2026-03-31T09:00', '80.00')])).toBe('61 velocity');
    expect(answer(daily, { at: march }, [spent('2026-03-31T09:00', '80.00', { reversed: true })])).toBe('approved');
    const cleared = [spent('2026-03-31T09:00', '80.00', { cleared: '95.00' })];
    expect(answer(daily, { at: march, amount: '5.01' }, cleared)).toBe('61 velocity');
    expect(answer(daily, { at: march, amount: '5.00' }, cleared)).toBe('approved');
  });
});

describe('C3.069 aging velocity', () => {
  const controls = { aging: { amount: '100.00', days: 7 } };
  const held = [spent('2026-06-01T15:00', '60.00')];

  test('what no merchant books is free again at midnight after the hold days', () => {
    expect(answer(controls, { at: at('2026-06-07T23:59') }, held)).toBe('61 agingVelocity');
    expect(answer(controls, { at: at('2026-06-08T00:00') }, held)).toBe('approved');
  });

  test('what is booked late counts nevertheless, also below nothing', () => {
    const late = [...held.map((one) => ({ ...one, cleared: '60.00' })), spent('2026-06-08T00:01', '100.00')];
    expect(answer(controls, { at: at('2026-06-09T12:00'), amount: '0.01' }, late)).toBe('61 agingVelocity');
  });
});

test('C3.063 an amount that is agreed once is free again after a reversal', () => {
  const controls = { exactAmounts: { bands: [{ from: '100', to: '100' }], once: true } };
  expect(answer(controls, {}, [spent('2026-06-09T12:00', '100.00')])).toBe('61 exactAmounts');
  expect(answer(controls, {}, [spent('2026-06-09T12:00', '100.00', { reversed: true })])).toBe('approved');
});

test('C3.068 a number of purchases over the card’s life', () => {
  const controls = { transactionLimit: { amount: null, count: 2 } };
  expect(answer(controls, {}, [spent('2026-01-01T12:00', '1.00')])).toBe('approved');
  expect(answer(controls, {}, [spent('2026-01-01T12:00', '1.00'), spent('2026-02-01T12:00', '1.00')])).toBe(
    '65 transactionCount'
  );
  expect(
    answer(controls, {}, [spent('2026-01-01T12:00', '0'), spent('2026-01-01T12:00', '1.00', { reversed: true })])
  ).toBe('approved');
});

describe('an instant of a local time', () => {
  test.each([
    ['2026-06-10', '12:00', '2026-06-10T10:00:00.000Z'],
    ['2026-03-29', '12:00', '2026-03-29T10:00:00.000Z'],
    // Skipped, and shown twice.
    ['2026-03-29', '02:30', '2026-03-29T01:00:00.000Z'],
    ['2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25', '12:00', '2026-10-25T11:00:00.000Z']
  ])('%s %s', (day, time, expected) => {
    expect(instantOf(OSLO, dayOf(day), time).toISOString()).toBe(expected);
  });
});

test('C3.065 a curfew over midnight blocks the rest of its day and the beginning of the next', () => {
  const values = {
    currency: 'NOK',
    curfew: 'overnight',
    curfewDays: ['sunday'],
    curfewFrom: '22:00',
    curfewTo: '06:00'
  };
  const { curfew } = templateControls(values as unknown as TemplateValues, {
    timeZone: OSLO,
    day: '2026-06-10',
    type: { name: 'Any', codes: null },
    supplier: null
  });
  const asked = (local: string) => answer({ curfew }, { at: at(local) });
  expect(asked('2026-06-07T21:59')).toBe('approved');
  expect(asked('2026-06-07T22:00')).toBe('57 curfew');
  expect(asked('2026-06-08T05:59')).toBe('57 curfew');
  expect(asked('2026-06-08T06:00')).toBe('approved');
  expect(asked('2026-06-08T22:00')).toBe('approved');
});
