import { LOCALES } from '@/lib/core/language/locales';
import { translator } from '@/lib/core/language/texts';
import { findingTexts } from '@/lib/money/expense-policies/finding-texts';
import { findingsOf } from '@/lib/money/expense-policies/findings';
import type {
  Finding,
  PolicyLine,
  PolicyRule,
  PolicyType,
  PolicyVersion
} from '@/lib/money/expense-policies/policy-version';
import { proposedType } from '@/lib/money/expense-policies/proposed-type';

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
const MEALS = type('meals');
const CAR = type('car', { category: 'mileage' });

const rule = (kind: PolicyRule['kind'], more: Partial<PolicyRule> = {}): PolicyRule => ({
  id: `${kind} rule`,
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
  types: [MEALS, CAR],
  tolerances: [],
  rates: [],
  ...more
});

let lines = 0;
/** A line of a Monday that no rule minds. */
const line = (more: Partial<PolicyLine> = {}): PolicyLine => ({
  id: `line ${++lines}`,
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

const levels = (found: Finding[]) => found.map(({ kind, level }) => `${kind} ${level}`);
const judge = (rules: PolicyRule[], more: Partial<PolicyLine>, version: Partial<PolicyVersion> = {}) =>
  levels(findingsOf([line(more)], policy(rules, version)));

/** The limit of a currency with the amounts just below it, on it and just above it. */
const BOUNDARIES = [
  ['EUR', '500', ['499.99', '500', '500.01']],
  ['SEK', '500.10', ['500.09', '500.10', '500.11']],
  ['JPY', '5000', ['4999', '5000', '5001']],
  ['KWD', '12.345', ['12.344', '12.345', '12.346']],
  ['EUR', '9007199254740993.01', ['9007199254740993', '9007199254740993.01', '9007199254740993.02']]
] as const;

describe.each(BOUNDARIES)('C1.003 in %s at a limit of %s', (currency, amount, [below, equal, above]) => {
  test.each(['line', 'day', 'month', 'year', 'night', 'attendee'] as const)(
    'an amount per %s may reach the limit',
    (kind) => {
      const judged = (of: string) => judge([rule(kind, { amount })], { amount: of, currency }, { currency });
      expect([judged(below), judged(equal), judged(above)]).toEqual([[], [], [`${kind} refuse`]]);
    }
  );

  test('C8.028D a receipt is asked for from the amount on', () => {
    const judged = (of: string) =>
      judge([rule('receipt', { amount })], { amount: of, currency, hasReceipt: false }, { currency });
    expect([judged(below), judged(equal), judged(above)]).toEqual([[], ['receipt refuse'], ['receipt refuse']]);
  });
});

describe('C1.003 what is personal costs the company nothing', () => {
  test.each(['line', 'day', 'month', 'year', 'night', 'attendee'] as const)(
    'the limit per %s counts the rest alone, at its rate',
    (kind) => {
      const rules = [rule(kind, { amount: '60' })];
      const dear = { amount: '100', personal: '40' };
      expect([judge(rules, dear), judge(rules, { ...dear, personal: '39.99' })]).toEqual([[], [`${kind} refuse`]]);
      const rates = [{ currency: 'SEK', from: '2026-01-01', rate: '0.1' }];
      const abroad = { amount: '1000', personal: '400', currency: 'SEK' };
      expect(judge(rules, abroad, { rates })).toEqual([]);
      expect(judge(rules, { ...abroad, personal: '399.9' }, { rates })).toEqual([`${kind} refuse`]);
    }
  );

  test('a receipt is asked for by the whole bill, and no rule is about what is wholly personal', () => {
    const rules = [
      ...[rule('receipt', { amount: '50' }), rule('line', { amount: '1' })],
      rule('category', { categories: ['7995'] })
    ];
    const bill = { amount: '50', hasReceipt: false, merchantCategory: '7995' };
    expect(judge(rules, { ...bill, personal: '49.5' })).toEqual(['receipt refuse', 'category refuse']);
    expect(judge(rules, { ...bill, personal: '50' })).toEqual([]);
    expect(judge(rules, { ...bill, personal: '50', currency: 'SEK' })).toEqual([]);
  });
});

test('C8.028 C8.028D 24.99 passes and 25.00 asks for a receipt; 0 always asks, and a receipt satisfies', () => {
  const from = (amount: string) => [rule('receipt', { amount })];
  expect(judge(from('25.00'), { amount: '24.99', hasReceipt: false })).toEqual([]);
  expect(judge(from('25.00'), { amount: '25.00', hasReceipt: false })).toEqual(['receipt refuse']);
  expect(judge(from('0'), { amount: '0.01', hasReceipt: false })).toEqual(['receipt refuse']);
  expect(judge(from('0'), { amount: '1000', hasReceipt: true })).toEqual([]);
});

test('C8.028 the rule for a type goes before the amount of the type, and that before the rule for every expense', () => {
  const meals = (receiptFrom: string | null) => ({ types: [type('meals', { receiptFrom }), CAR] });
  const lacks = (amount: string) => ({ amount, typeId: 'meals', hasReceipt: false });
  const every = rule('receipt', { amount: '25' });
  const own = rule('receipt', { amount: '100', typeId: 'meals', level: 'explain' });
  expect(judge([every], lacks('30'), meals('50'))).toEqual([]);
  expect(judge([every], lacks('50'), meals('50'))).toEqual(['receipt refuse']);
  expect(judge([every, own], lacks('99.99'), meals('50'))).toEqual([]);
  expect(judge([every, own], lacks('100'), meals('50'))).toEqual(['receipt explain']);
  expect(judge([every, { ...own, level: 'off' }], lacks('100'), meals('50'))).toEqual([]);
  expect(judge([], lacks('50'), meals('50'))).toEqual(['receipt refuse']);
  expect(judge([], lacks('49.99'), meals('50'))).toEqual([]);
  expect(judge([], lacks('1000'), meals(null))).toEqual([]);
});

test('C8.028 a signed statement stands for the receipt, unless the type takes nothing but the receipt', () => {
  const stated = { amount: '100', typeId: 'meals', hasReceipt: false, hasStatement: true };
  const needs = (isReceiptOnly: boolean) => ({ types: [type('meals', { receiptFrom: '25', isReceiptOnly })] });
  const byRule = [rule('receipt', { amount: '25' })];
  const byOwnRule = [rule('receipt', { typeId: 'meals', amount: '25' })];
  for (const rules of [[], byRule, byOwnRule]) {
    expect(judge(rules, stated, needs(false))).toEqual([]);
    expect(judge(rules, stated, needs(true))).toEqual(['receipt refuse']);
    expect(judge(rules, { ...stated, hasReceipt: true }, needs(true))).toEqual([]);
  }
  expect(judge(byRule, { ...stated, typeId: null })).toEqual([]);
});

test('C8.028 a distance has no receipt, unless its type asks for one', () => {
  const driven = { amount: '100', typeId: 'car', hasReceipt: false };
  expect(judge([rule('receipt', { amount: '25' })], driven)).toEqual([]);
  const types = [type('car', { category: 'mileage', receiptFrom: '50' })];
  expect(judge([rule('receipt', { amount: '25' })], driven, { types })).toEqual(['receipt refuse']);
  expect(judge([rule('receipt', { amount: '25', typeId: 'car' })], driven)).toEqual(['receipt refuse']);
});

describe('C2.024 a limit with tolerances', () => {
  const within = (amount: string, level: PolicyRule['level'], ...tolerances: PolicyVersion['tolerances'][number][]) =>
    judge([rule('line', { amount: '100', level })], { amount }, { tolerances });
  const AMOUNT = { kind: 'amount', minimum: '5', maximum: '20' } as const;
  const PERCENT = { kind: 'percent', minimum: '2.5', maximum: '50' } as const;

  test.each([
    ['105', []],
    ['105.01', ['line explain']],
    ['120', ['line explain']],
    ['120.01', ['line refuse']]
  ])('of 5 to 20, %s over a limit of 100: %s', (amount, found) => {
    expect(within(amount, 'refuse', AMOUNT)).toEqual(found);
  });

  test.each([
    ['102.5', []],
    ['102.51', ['line explain']],
    ['150', ['line explain']],
    ['150.01', ['line refuse']]
  ])('of 2.5 to 50 percent, %s over a limit of 100: %s', (amount, found) => {
    expect(within(amount, 'refuse', PERCENT)).toEqual(found);
  });

  test('of both kinds the stricter counts, and 0 to 0 allows nothing', () => {
    expect(within('104', 'refuse', AMOUNT, PERCENT)).toEqual(['line explain']);
    expect(within('125', 'refuse', AMOUNT, PERCENT)).toEqual(['line refuse']);
    expect(within('100.01', 'refuse', { kind: 'amount', minimum: '0', maximum: '0' })).toEqual(['line refuse']);
  });

  test('does no more than its rule says', () => {
    expect(within('110', 'note', AMOUNT)).toEqual(['line note']);
    expect(within('200', 'note', AMOUNT)).toEqual(['line note']);
    expect(within('200', 'explain', AMOUNT)).toEqual(['line explain']);
    expect(within('200', 'off', AMOUNT)).toEqual([]);
  });
});

describe('sums of a day and of a month', () => {
  const day = rule('day', { amount: '100' });
  const spent = (...more: Partial<PolicyLine>[]) => more.map((one) => line({ amount: '60', ...one }));

  test("count each person's lines of one day, and find the one that passes the limit", () => {
    const [first, second, third] = spent({}, {}, { amount: '1' });
    const found = findingsOf([first, second, third] as PolicyLine[], policy([day]));
    expect(found.map(({ lineId, actual, over }) => [lineId, actual, over])).toEqual([
      [second?.id, '120', '20'],
      [third?.id, '121', '21']
    ]);
    expect(findingsOf(spent({}, { ownerId: 'bob' }), policy([day]))).toEqual([]);
    expect(findingsOf(spent({}, { date: '2026-03-03' }), policy([day]))).toEqual([]);
    expect(levels(findingsOf(spent({}, { date: '2026-03-03' }), policy([rule('month', { amount: '100' })])))).toEqual([
      'month refuse'
    ]);
    expect(findingsOf(spent({}, { date: '2026-04-02' }), policy([rule('month', { amount: '100' })]))).toEqual([]);
  });

  test('a line of another report counts first, and has no finding itself', () => {
    const [own, other] = spent({}, { isContext: true, amount: '150' });
    const found = findingsOf([own, other] as PolicyLine[], policy([day]));
    expect(found.map(({ lineId, actual }) => [lineId, actual])).toEqual([[own?.id, '210']]);
  });

  test('those of a type have a rule of their own, which the rule for every expense leaves to it', () => {
    const meals = rule('day', { amount: '50', typeId: 'meals', level: 'explain' });
    const lunch = { typeId: 'meals', amount: '40' };
    expect(levels(findingsOf(spent(lunch, { ...lunch, amount: '11' }, {}), policy([day, meals])))).toEqual([
      'day explain'
    ]);
    expect(findingsOf(spent(lunch, {}), policy([day, { ...meals, level: 'off' }]))).toEqual([]);
  });
});

test('of several levels of one rule the strictest counts', () => {
  const rules = [rule('line', { amount: '50', level: 'note' }), rule('line', { amount: '100', level: 'explain' })];
  expect(judge(rules, { amount: '75' })).toEqual(['line note']);
  expect(judge(rules, { amount: '101' })).toEqual(['line explain']);
  expect(judge([...rules].reverse(), { amount: '101' })).toEqual(['line explain']);
});

test('the age of an expense counts up to the day of its claim', () => {
  const age = (claimedOn: string) => judge([rule('age', { days: 30 })], { date: '2026-03-02', claimedOn });
  expect([age('2026-03-31'), age('2026-04-01'), age('2026-04-02')]).toEqual([[], [], ['age refuse']]);
});

test('a duplicate has the same person, merchant and amount within some days', () => {
  const same = { merchant: 'Café', amount: '12.50' };
  const found = (more: Partial<PolicyLine>) =>
    levels(findingsOf([line(same), line({ ...same, ...more })], policy([rule('duplicate', { days: 3 })])));
  expect(found({})).toEqual(['duplicate refuse']);
  expect(found({ amount: '12.5000', merchant: ' CAFÉ' })).toEqual(['duplicate refuse']);
  expect(found({ date: '2026-03-05' })).toEqual(['duplicate refuse']);
  expect(found({ date: '2026-02-27' })).toEqual(['duplicate refuse']);
  expect(found({ date: '2026-03-06' })).toEqual([]);
  expect(found({ amount: '12.51' })).toEqual([]);
  expect(found({ merchant: 'Bar' })).toEqual([]);
  expect(found({ ownerId: 'bob' })).toEqual([]);
  expect(found({ merchant: null })).toEqual([]);
});

test('merchant categories are refused one by one and in ranges', () => {
  const found = (merchantCategory: string | null) =>
    judge([rule('category', { categories: ['7995', '3000-3299'] })], { merchantCategory });
  expect(['7995', '3000', '3299'].map(found)).toEqual(Array(3).fill(['category refuse']));
  expect(['7994', '2999', '3300', null].map(found)).toEqual(Array(4).fill([]));
});

test('a weekend is Saturday and Sunday', () => {
  const found = (date: string) => judge([rule('weekend', { level: 'note' })], { date, claimedOn: date });
  const week = ['2026-03-06', '2026-03-07', '2026-03-08', '2026-03-09'];
  expect(week.map(found)).toEqual([[], ['weekend note'], ['weekend note'], []]);
});

test('credits have no findings, and reduce no sum', () => {
  const rules = [rule('line', { amount: '1' }), rule('receipt', { amount: '0' }), rule('weekend')];
  expect(judge(rules, { amount: '-50', hasReceipt: false, date: '2026-03-07' })).toEqual([]);
  expect(judge(rules, { amount: '0', hasReceipt: false, date: '2026-03-07' })).toEqual([]);
});

test('another currency counts at the rate of its day, rounded half up once', () => {
  const rates = [
    { currency: 'SEK', from: '2026-01-01', rate: '0.1' },
    { currency: 'SEK', from: '2026-03-02', rate: '0.08765432' },
    { currency: 'SEK', from: '2026-03-03', rate: '9' }
  ];
  const found = (amount: string, date = '2026-03-02') =>
    findingsOf([line({ amount, currency: 'SEK', date })], policy([rule('line', { amount: '8.77' })], { rates }));
  expect(found('100')).toEqual([]);
  expect(found('100.1').map(({ actual }) => actual)).toEqual([]);
  expect(found('100.12').map(({ actual, currency }) => `${actual} ${currency}`)).toEqual(['8.78 EUR']);
  expect(found('100', '2026-03-01').map(({ actual }) => actual)).toEqual(['10']);
  expect(found('1', '2025-12-31')).toMatchObject([{ kind: 'rate', level: 'explain', actual: '1', currency: 'SEK' }]);
});

test('C1.003 an amount per night and per attendee is that of one of them, and not known without the question', () => {
  const rules = (kind: 'night' | 'attendee') => [rule(kind, { amount: '33.33' })];
  expect(judge(rules('night'), { amount: '99.99', nights: 3 })).toEqual([]);
  expect(judge(rules('night'), { amount: '100', nights: 3 })).toEqual(['night refuse']);
  expect(judge(rules('night'), { amount: '100', nights: null })).toEqual([]);
  expect(judge(rules('attendee'), { amount: '66.66', heads: 2 })).toEqual([]);
  expect(judge(rules('attendee'), { amount: '66.67', heads: 2 })).toEqual(['attendee refuse']);
  expect(judge(rules('attendee'), { amount: '66.67', heads: null })).toEqual([]);
  const [told] = findingsOf([line({ amount: '100', heads: 3 })], policy(rules('attendee')));
  expect(told).toMatchObject({ actual: '33.34', limit: '33.33', over: '0.01' });
  // A yen has no parts: what is above the limit stays above it.
  const yen = findingsOf(
    [line({ amount: '10000', currency: 'JPY', heads: 3 })],
    policy([rule('attendee', { amount: '3333' })], { currency: 'JPY' })
  );
  expect(yen).toMatchObject([{ actual: '3334', over: '1' }]);
});

test('C1.003 an amount per year counts its own year alone', () => {
  const rules = [rule('year', { amount: '100' })];
  const spent = (date: string, amount: string) => line({ date, claimedOn: '2026-03-02', amount });
  const found = findingsOf(
    [spent('2025-12-31', '100'), spent('2026-01-01', '60'), spent('2026-12-31', '40.01')],
    policy(rules)
  );
  expect(found).toMatchObject([{ kind: 'year', date: '2026-12-31', actual: '100.01', limit: '100', over: '0.01' }]);
});

test('C1.003 an expense of its owner alone names no attendee; one with others, or of whom nobody asked, does', () => {
  const rules = [rule('attendees')];
  expect(judge(rules, { heads: 1 })).toEqual(['attendees refuse']);
  for (const heads of [2, null]) expect(judge(rules, { heads })).toEqual([]);
});

test('C9.025 what its type requires and nobody has said is refused, by name', () => {
  const [found] = findingsOf([line({ typeId: 'meals', missing: ['attendees', 'purpose'] })], policy([]));
  expect(found).toMatchObject({
    kind: 'details',
    level: 'refuse',
    ruleId: null,
    type: 'MEALS',
    limit: 'attendees purpose'
  });
  expect(judge([], { missing: ['purpose'], amount: '-5' })).toEqual([]);
});

test('a finding names its rule, the version and both numbers, and changes nothing that it was given', () => {
  const version = policy([rule('line', { amount: '100', typeId: 'meals' })]);
  const given = line({ amount: '120.5', typeId: 'meals' });
  const before = JSON.stringify([given, version]);
  expect(findingsOf([given], version)).toEqual([
    {
      lineId: given.id,
      kind: 'line',
      level: 'refuse',
      ruleId: 'line rule',
      type: 'MEALS',
      policy: { id: 'policy', name: 'Travel', validFrom: '2026-01-01' },
      date: '2026-03-02',
      actual: '120.5',
      limit: '100',
      over: '20.5',
      currency: 'EUR'
    }
  ]);
  expect(JSON.stringify([given, version])).toBe(before);
});

const ALL = findingsOf(
  [
    line({
      amount: '100',
      typeId: 'meals',
      hasReceipt: false,
      merchant: 'Café',
      merchantCategory: '7995',
      missing: ['purpose']
    }),
    line({ amount: '100', merchant: 'Café', date: '2026-03-01', claimedOn: '2026-03-31' }),
    line({ currency: 'SEK' })
  ],
  policy([
    ...(['line', 'day', 'month', 'year', 'night', 'attendee', 'receipt'] as const).map((kind) =>
      rule(kind, { amount: '50' })
    ),
    ...(['age', 'duplicate'] as const).map((kind) => rule(kind, { days: 5 })),
    rule('category', { categories: ['7995'] }),
    rule('weekend'),
    rule('attendees')
  ])
);

test.each(LOCALES)('%s says of each kind of finding what was compared, and what would clear it', (locale) => {
  const t = translator(locale);
  const kinds = new Set(ALL.map(({ kind }) => kind));
  expect(kinds.size).toBe(14);
  for (const finding of ALL) {
    const write = {
      money: (amount: string, currency: string) => `${currency}~${amount}`,
      date: (day: string) => day,
      property: (name: string) => name
    };
    const { says, clears } = findingTexts(finding, write);
    const [told, cleared] = [t(says.code, says.params), t(clears.code, clears.params)];
    expect(told).not.toBe(says.code);
    expect(cleared).not.toBe(clears.code);
    const { kind, actual, limit, currency, over } = finding;
    const money = (amount: string) => `${currency}~${amount}`;
    if (over !== null) expect(cleared).toContain(money(over));
    if (over !== null || kind === 'receipt')
      expect([told, told]).toEqual([expect.stringContaining(money(actual)), expect.stringContaining(money(limit))]);
    if (kind === 'age' || kind === 'duplicate' || kind === 'category')
      expect([told, told]).toEqual([expect.stringContaining(actual), expect.stringContaining(limit)]);
  }
});

test('a type is proposed by merchant category: the first active one that names it', () => {
  const types = [
    type('old', { isActive: false, merchantCategories: ['5812'] }),
    type('none'),
    type('meals', { merchantCategories: ['5811-5814'] }),
    type('other', { merchantCategories: ['5812'] })
  ];
  expect(proposedType(types, '5812')?.id).toBe('meals');
  expect(proposedType(types, '5815')).toBeNull();
  expect(proposedType(types, null)).toBeNull();
});
