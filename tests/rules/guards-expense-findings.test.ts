import { translator } from '@/lib/core/language/texts';
import { CODES } from '@/lib/money/expense-policies/category-codes';
import { converted, percentOf, textOf, unitsOf } from '@/lib/money/expense-policies/exact';
import { findingTexts } from '@/lib/money/expense-policies/finding-texts';
import { findingsOf } from '@/lib/money/expense-policies/findings';
import { frozenSince } from '@/lib/money/expense-policies/frozen-since';
import type {
  Finding,
  PolicyLine,
  PolicyRule,
  PolicyType,
  PolicyVersion
} from '@/lib/money/expense-policies/policy-version';
import { kilometersOf } from '@/lib/money/mileage/trip-amount';

const type = (id: string, more: Partial<PolicyType> = {}): PolicyType => ({
  id,
  name: id.toUpperCase(),
  isActive: true,
  category: 'other',
  receiptFrom: null,
  isReceiptOnly: false,
  merchantCategories: [],
  asks: [],
  ...more
});
const rule = (kind: PolicyRule['kind'], more: Partial<PolicyRule> = {}): PolicyRule => ({
  id: kind,
  kind,
  level: 'refuse',
  typeId: null,
  amount: null,
  days: null,
  categories: [],
  ...more
});
const policy = (rules: PolicyRule[], more: Partial<PolicyVersion> = {}): PolicyVersion => ({
  id: 'policy',
  name: 'Travel',
  validFrom: '2026-01-01',
  instructions: null,
  currency: 'EUR',
  rules,
  types: [type('car'), type('meals', { receiptFrom: '50' })],
  tolerances: [],
  rates: [],
  ...more
});
const line = (id: string, more: Partial<PolicyLine> = {}): PolicyLine => ({
  id,
  ownerId: 'ann',
  date: '2026-03-02',
  claimedOn: '2026-03-02',
  typeId: null,
  amount: '10',
  currency: 'EUR',
  hasReceipt: true,
  hasStatement: false,
  merchant: null,
  merchantCategory: null,
  heads: 1,
  nights: 1,
  missing: [],
  ...more
});
const told = (found: Finding[]) =>
  found.map(({ lineId, kind, level, type: of }) => `${lineId} ${kind} ${level} ${of ?? '-'}`);
const judge = (rules: PolicyRule[], lines: PolicyLine[], more: Partial<PolicyVersion> = {}) =>
  told(findingsOf(lines, policy(rules, more)));

describe('amounts are exact in ten-thousandths', () => {
  test.each([
    ['1', 10_000n],
    ['1.5', 15_000n],
    ['0.0001', 1n],
    ['-2.25', -22_500n],
    ['999999999999.9999', 9_999_999_999_999_999n]
  ])('%s is %d of them', (text, units) => {
    expect([unitsOf(text), textOf(units)]).toEqual([units, text]);
  });

  test('nothing has no sign', () => {
    expect([textOf(0n), unitsOf('0.0000')]).toEqual(['0', 0n]);
  });

  test.each([
    ['100', '0.08765432', 'EUR', '8.77'],
    ['1', '0.005', 'EUR', '0.01'],
    ['1', '0.00499999', 'EUR', '0'],
    ['10000', '0.00015', 'JPY', '2'],
    ['1', '0.0005', 'KWD', '0.001']
  ])('%s at a rate of %s is, in %s, %s', (amount, rate, currency, result) => {
    expect(textOf(converted(unitsOf(amount), rate, currency))).toBe(result);
  });

  test('percent are rounded down', () => {
    expect(textOf(percentOf(unitsOf('12.345'), '2.5'))).toBe('0.3086');
  });
});

describe('C8.028 a type that asks for a receipt', () => {
  const meal = (more: Partial<PolicyLine> = {}) => line('meal', { typeId: 'meals', amount: '50', ...more });
  const lacks = meal({ hasReceipt: false });

  test('asks where rules are about something else, or about the receipts of another type', () => {
    const refused = ['meal receipt refuse MEALS'];
    expect(judge([rule('line', { amount: '500' })], [lacks])).toEqual(refused);
    expect(judge([rule('receipt', { amount: '500', typeId: 'car' })], [lacks])).toEqual(refused);
    expect(judge([rule('line', { amount: '500', typeId: 'meals' })], [lacks])).toEqual(refused);
  });

  test('asks neither who has one, nor for other types, nor where a rule about it is off', () => {
    expect(judge([], [meal()])).toEqual([]);
    expect(judge([], [line('trip', { typeId: 'car', amount: '500', hasReceipt: false })])).toEqual([]);
    expect(judge([], [line('other', { amount: '500', hasReceipt: false })])).toEqual([]);
    expect(judge([rule('receipt', { amount: '10', typeId: 'meals', level: 'off' })], [lacks])).toEqual([]);
    expect(judge([rule('receipt', { amount: '10', level: 'off' })], [lacks])).toEqual([]);
  });
});

describe('C1.003 what is spread over days', () => {
  const days = ['2026-03-30', '2026-03-31', '2026-04-01'].map((date) => ({ date, amount: '60' }));
  const stay = (more: Partial<PolicyLine> = {}) => line('stay', { date: '2026-03-30', amount: '180', days, ...more });
  const sums = (kind: 'day' | 'month' | 'year', amount: string, lines: PolicyLine[]) =>
    findingsOf(lines, policy([rule(kind, { amount })])).map(
      ({ lineId, date, actual }) => `${lineId} ${date} ${actual}`
    );

  test('counts on each of its days, months and years with what it has there', () => {
    expect(sums('day', '60', [stay()])).toEqual([]);
    expect(sums('day', '59', [stay()])).toEqual(['stay 2026-03-30 60']);
    expect(sums('month', '119', [stay()])).toEqual(['stay 2026-03-31 120']);
    expect(sums('month', '120', [stay()])).toEqual([]);
    expect(sums('year', '179', [stay()])).toEqual(['stay 2026-04-01 180']);
  });

  test('adds to what else was spent on a day, and is told of the day with the most', () => {
    const dinner = line('dinner', { date: '2026-03-31', amount: '25' });
    expect(sums('day', '70', [stay(), dinner])).toEqual(['dinner 2026-03-31 85']);
    expect(sums('day', '70', [{ ...dinner, isContext: true }, stay()])).toEqual(['stay 2026-03-31 85']);
    expect(sums('day', '70', [{ ...stay(), isContext: true }, dinner])).toEqual(['dinner 2026-03-31 85']);
  });

  test('is converted day by day', () => {
    const rates = [{ currency: 'SEK', from: '2026-01-01', rate: '0.1' }];
    const found = findingsOf([stay({ currency: 'SEK' })], policy([rule('day', { amount: '5' })], { rates }));
    expect(found.map(({ actual }) => actual)).toEqual(['6']);
  });
});

describe('C1.003 how far somebody may drive in a day', () => {
  const trip = (id: string, kilometers: string, more: Partial<PolicyLine> = {}) => line(id, { kilometers, ...more });
  const far = (lines: PolicyLine[]) =>
    findingsOf(lines, policy([rule('distance', { amount: '300' })])).map(
      ({ lineId, actual, limit, over }) => `${lineId} ${actual} ${limit} ${over}`
    );

  test('is the sum of their trips of that day, and up to the limit it is silent', () => {
    expect(far([trip('out', '150'), trip('back', '150')])).toEqual([]);
    expect(far([trip('out', '150'), trip('back', '150.1'), trip('more', '1')])).toEqual([
      'back 300.1 300 null',
      'more 301.1 300 null'
    ]);
  });

  test('is nobody else’s, of no other day, and no matter of other expenses', () => {
    const other = { ownerId: 'ben' };
    expect(far([trip('out', '200'), trip('ben', '200', other), trip('next', '200', { date: '2026-03-03' })])).toEqual(
      []
    );
    expect(far([line('taxi', { amount: '900' })])).toEqual([]);
  });

  test('counts the trips of reports that were submitted before', () => {
    expect(far([trip('before', '250', { isContext: true }), trip('now', '51')])).toEqual(['now 301 300 null']);
  });

  test('is compared in kilometers, exactly', () => {
    expect(kilometersOf({ distance: '100', unit: 'mile' })).toBe('160.9344');
    expect(kilometersOf({ distance: '100.5', unit: 'kilometer' })).toBe('100.5');
  });

  test('is told with both distances, in every language', () => {
    const [found] = findingsOf([trip('out', '1250.5')], policy([rule('distance', { amount: '300' })]));
    const writes = { money: () => '?', date: (day: string) => day, property: () => '?' };
    const { says } = findingTexts(found as Finding, writes);
    expect(translator('en_US')(says.code, says.params)).toBe('1,250.5 km on 2026-03-02; the limit is 300 km a day.');
    expect(translator('sv')(says.code, says.params)).toBe('1\u00a0250,5 km den 2026-03-02; gränsen är 300 km per dag.');
  });
});

test('a rule of another kind about the type leaves the rule for every expense as it is', () => {
  const rules = [rule('line', { amount: '20' }), rule('day', { amount: '500', typeId: 'meals' })];
  expect(judge(rules, [line('meal', { typeId: 'meals', amount: '30' })])).toEqual(['meal line refuse -']);
});

test('a rule about a type finds what has that type alone, and names it', () => {
  const rules = [rule('line', { amount: '20', typeId: 'meals' })];
  const lines = ['meals', 'car', null].map((typeId) => line(typeId ?? 'none', { typeId, amount: '30' }));
  expect(judge(rules, lines)).toEqual(['meals line refuse MEALS']);
});

test('an amount in the policy’s own currency is not rounded, nor one at a rate of 1', () => {
  const rates = [{ currency: 'BAM', from: '2026-01-01', rate: '1' }];
  const lines = [line('own', { amount: '10.0001' }), line('same', { amount: '10.0001', currency: 'BAM' })];
  expect(judge([rule('line', { amount: '10' })], lines, { rates })).toEqual([
    'own line refuse -',
    'same line refuse -'
  ]);
});

test('of the rates of a currency the one that began last counts, in whatever order they come', () => {
  const rates = ['2026-01-01', '2026-03-02', '2026-02-01', '2026-03-03'].map((from, at) => {
    return { currency: 'SEK', from, rate: String(at + 2) };
  });
  const actual = (more: Partial<PolicyLine>, given: PolicyVersion['rates']) =>
    findingsOf(
      [line('one', { currency: 'SEK', amount: '1', ...more })],
      policy([rule('line', { amount: '0' })], { rates: given })
    ).map((one) => one.actual);
  for (const given of [rates, [...rates].reverse()]) {
    const days = ['2026-01-31', '2026-02-01', '2026-03-02', '2026-03-03'];
    expect(days.flatMap((date) => actual({ date }, given))).toEqual(['2', '4', '3', '5']);
    const other = { currency: 'NOK', from: '2026-03-04', rate: '7' };
    expect(actual({ date: '2026-03-04' }, [other, ...given])).toEqual(['5']);
  }
});

test('an amount without a rate is explained under the name of its type, and nothing else is found about it', () => {
  const lines = [line('meal', { typeId: 'meals' }), line('none'), line('gone', { typeId: 'old' })].map((one) => ({
    ...one,
    currency: 'SEK'
  }));
  expect(judge([rule('line', { amount: '0' })], lines)).toEqual([
    'meal rate explain MEALS',
    'none rate explain -',
    'gone rate explain -'
  ]);
});

test('charges without a merchant are no duplicates of one another', () => {
  expect(judge([rule('duplicate', { days: 3 })], [line('one'), line('two')])).toEqual([]);
  const twice = ['one', 'two'].map((id) => line(id, { merchant: 'Quay' }));
  expect(judge([rule('duplicate', { days: 3 })], twice)).toEqual(['two duplicate refuse -']);
});

test('C2.024 of two rules that come to the same level the first is named', () => {
  const rules = [
    rule('line', { id: 'lower', amount: '50', level: 'explain' }),
    rule('line', { id: 'higher', amount: '100' })
  ];
  const tolerances = [{ kind: 'amount', minimum: '0', maximum: '60' } as const];
  const found = findingsOf([line('one', { amount: '110' })], policy(rules, { tolerances }));
  expect(found).toMatchObject([{ ruleId: 'lower', level: 'explain' }]);
});

test('C2.024 a tolerance in percent is one of the limit, and one in money is one of money', () => {
  const found = (kind: 'percent' | 'amount', amount: string) =>
    judge([rule('line', { amount: '1000' })], [line('one', { amount })], {
      tolerances: [{ kind, minimum: '5', maximum: '10' }]
    });
  expect(['1050', '1050.01', '1100', '1100.01'].map((amount) => found('percent', amount))).toEqual([
    [],
    ['one line explain -'],
    ['one line explain -'],
    ['one line refuse -']
  ]);
  expect(['1005', '1005.01', '1010', '1010.01'].map((amount) => found('amount', amount))).toEqual([
    [],
    ['one line explain -'],
    ['one line explain -'],
    ['one line refuse -']
  ]);
});

test.each<[Finding['kind'], string | null, object]>([
  ['line', '5', { actual: '105 EUR', limit: '100 EUR', over: '5 EUR', count: 0, age: 0 }],
  ['day', '5', { actual: '105 EUR', limit: '100 EUR', over: '5 EUR', count: 0, age: 0 }],
  ...(['year', 'night', 'attendee'] as const).map((kind): [Finding['kind'], string, object] => [
    kind,
    '5',
    { actual: '105 EUR', limit: '100 EUR', over: '5 EUR', count: 0, age: 0 }
  ]),
  ['attendees', null, { actual: '105', limit: '100', over: '', count: 0, age: 0 }],
  ['details', null, { actual: '105', limit: '100', over: '', count: 0, age: 0 }],
  ['month', '5', { actual: '105 EUR', limit: '100 EUR', over: '5 EUR', count: 0, age: 0 }],
  ['receipt', null, { actual: '105 EUR', limit: '100 EUR', over: '', count: 0, age: 0 }],
  ['rate', null, { actual: '105 EUR', limit: '100', over: '', count: 0, age: 0 }],
  ['age', null, { actual: '105', limit: '100', over: '', count: 100, age: 105 }],
  ['duplicate', null, { actual: '105', limit: '100', over: '', count: 100, age: 105 }],
  ['category', null, { actual: '105', limit: '100', over: '', count: 0, age: 0 }],
  ['weekend', null, { actual: '105', limit: '100', over: '', count: 0, age: 0 }]
])('a finding about %s tells its values as what they are', (kind, over, params) => {
  const finding: Finding = {
    lineId: 'one',
    kind,
    level: 'refuse',
    ruleId: null,
    type: null,
    date: '2026-03-02',
    policy: { id: 'policy', name: 'Travel', validFrom: null },
    currency: 'EUR',
    actual: '105',
    limit: '100',
    over
  };
  const { says, clears } = findingTexts(finding, {
    money: (amount, currency) => `${amount} ${currency}`,
    date: (day) => `on ${day}`,
    property: (name) => name
  });
  expect(says).toEqual({ code: `expense.finding.${kind}`, params: { date: 'on 2026-03-02', ...params } });
  expect(clears).toEqual({ code: `expense.clear.${kind}`, params: says.params });
});

test('C2.019 a version is frozen from its first day on, and a draft never', () => {
  const frozen = (validFrom: unknown) => frozenSince(validFrom, '2026-06-15');
  expect(['2026-06-14', '2026-06-15'].map(frozen)).toEqual(Array(2).fill('expense.policy.in.force'));
  expect(['2026-06-16', null, undefined, 0].map(frozen)).toEqual(Array(4).fill(null));
});

test('merchant categories are four digits or a range of them', () => {
  const [pattern, code] = CODES.pattern;
  expect(code).toBe('expense.codes.invalid');
  expect(['5812', '3000-3299'].map((text) => pattern.test(text))).toEqual([true, true]);
  for (const text of ['581', '58122', '3000-', '3000-329', '3000-32999', ' 5812', 'a5812', '3000-3299-3300'])
    expect([text, pattern.test(text)]).toEqual([text, false]);
});
