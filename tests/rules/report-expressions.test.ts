import fc from 'fast-check';
import type { Principal } from '@/lib/access/policy/principal';
import { LISTS } from '@/lib/composition/process/lists';
import { Prisma } from '@/lib/core/database/prisma/client';
import { definitionSchema } from '@/lib/kit/reports/definition';
import { chooses, columnsIn, degreeOf, type Expression, isAdditive, partsIn } from '@/lib/kit/reports/expression';
import { type ColumnOf, parseExpression } from '@/lib/kit/reports/parse-expression';
import { previewReport } from '@/lib/kit/reports/read-report';
import { reportSource } from '@/lib/kit/reports/report-source';
import { createReport } from '@/lib/kit/reports/save-report';
import { seenReport } from '@/lib/kit/reports/saved-reports';
import { writeExpression } from '@/lib/kit/reports/write-expression';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { granted, refusedFor } from '../support/results';
import { aCompany, anAccount, anIssuer } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
let C: Principal;

const BOOKED = [
  ['Harbour Hotel', '120.50', '20.50'],
  ['Harbour Hotel', '79.50', '0.00'],
  ['Corner Café', '9.00', '1.25'],
  ['Air Line', '-3.00', '-0.50']
] as const;

beforeEach(async () => {
  const company = await aCompany(world.current, await anIssuer(world.current));
  const account = await anAccount(world.current, company);
  for (const [merchant, amount, tax] of BOOKED) {
    const { id } = await aTransaction(world.current, account, {
      merchant,
      amount,
      postingDate: '2026-02-01',
      type: amount.startsWith('-') ? 'credit' : 'purchase'
    });
    await world.current.query('UPDATE transactions SET amount = $2 WHERE id = $1', [id, tax]);
  }
  C = await aPrincipalAt(world.current, 'C', company);
});

const NAMES = { number: ['a', 'b', 'c'], date: ['begun', 'ended'] };
const known: ColumnOf = (name, kind) => (NAMES[kind].includes(name) ? name : null);
const read = (text: string): Expression => {
  const found = parseExpression(text, known);
  if (!found.ok) throw new Error(found.fault.code);
  return found.expression;
};
const faultOf = (text: string) => {
  const found = parseExpression(text, known);
  return found.ok ? null : [found.fault.code, 'text' in found.fault.params ? found.fault.params.text : ''];
};

/** Any expression over a, b and c. */
const anExpression: fc.Arbitrary<Expression> = fc.letrec<{ of: Expression }>((tie) => ({
  of: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.record({
      kind: fc.constant('number' as const),
      value: fc.integer({ min: 0, max: 9999 }).map((units) => (units / 100).toFixed(2))
    }),
    fc.record({ kind: fc.constant('column' as const), name: fc.constantFrom('a', 'b', 'c') }),
    fc.record({ kind: fc.constant('negative' as const), of: tie('of') }),
    fc.record({
      kind: fc.constant('binary' as const),
      operator: fc.constantFrom('+' as const, '-', '*', '/'),
      left: tie('of'),
      right: tie('of')
    }),
    fc.record({ kind: fc.constant('round' as const), of: tie('of'), digits: fc.integer({ min: 0, max: 6 }) }),
    fc.record({
      kind: fc.constant('if' as const),
      compares: fc.constantFrom('=' as const, '<>', '<', '<=', '>', '>='),
      left: tie('of'),
      right: tie('of'),
      chosen: tie('of'),
      otherwise: tie('of')
    }),
    fc.record({
      kind: fc.constant('coalesce' as const),
      of: fc.array(tie('of'), { minLength: 2, maxLength: 3 })
    })
  )
})).of;
/** Whether an expression steps: the last digit of what it rounds or compares decides. */
const steps = (of: Expression): boolean => of.kind === 'round' || chooses(of) || partsIn(of).some(steps);

/** The value of an expression by exact decimals; null: it divides by zero. */
function valueIn(expression: Expression, values: Readonly<Record<string, string>>): Prisma.Decimal | null {
  switch (expression.kind) {
    case 'number':
      return new Prisma.Decimal(expression.value);
    case 'column':
      return new Prisma.Decimal(values[expression.name] as string);
    case 'negative':
      return valueIn(expression.of, values)?.neg() ?? null;
    case 'round':
      return valueIn(expression.of, values)?.toDecimalPlaces(expression.digits, Prisma.Decimal.ROUND_HALF_UP) ?? null;
    case 'coalesce':
      return expression.of.map((one) => valueIn(one, values)).find((value) => value !== null) ?? null;
    case 'days':
      throw new Error('no dates here');
    case 'if': {
      const [left, right] = [valueIn(expression.left, values), valueIn(expression.right, values)];
      if (!left || !right) return null;
      const sign = left.cmp(right);
      const holds = {
        '=': sign === 0,
        '<>': sign !== 0,
        '<': sign < 0,
        '<=': sign <= 0,
        '>': sign > 0,
        '>=': sign >= 0
      };
      return valueIn(holds[expression.compares] ? expression.chosen : expression.otherwise, values);
    }
    default: {
      const [left, right] = [valueIn(expression.left, values), valueIn(expression.right, values)];
      if (!left || !right) return null;
      if (expression.operator === '+') return left.add(right);
      if (expression.operator === '-') return left.sub(right);
      if (expression.operator === '*') return left.mul(right);
      return right.isZero() ? null : left.div(right);
    }
  }
}

describe('issue 18 an expression', () => {
  test('C3.035 has the order of operators, signs as people write them, and either decimal mark', () => {
    const values = { a: '10', b: '4', c: '2' };
    for (const [text, value] of [
      ['[a] - [b] - [c]', '4'],
      ['[a] − [b] × [c]', '2'],
      ['([a] - [b]) ÷ [c]', '3'],
      ['-[a] + 0,5', '-9.5'],
      ['- ( [ a ] * -2.5 )', '25'],
      ['12 / 3 / 2', '2'],
      ['round([a] / 3, 2)', '3.33'],
      ['ROUND (-2,5)', '-3'],
      ['if([a] > [b]; [c]; 0,5) + 1', '3'],
      ['if([a] ≤ [b]; [c]; if([a] <> 1; 7; 8))', '7'],
      ['coalesce([a] / ([b] - 4); [c])', '2'],
      ['coalesce(1 / 0; 2 / 0; 5)', '5']
    ] as const)
      expect([text, valueIn(read(text), values)?.toFixed()]).toEqual([text, value]);
  });

  test('C3.035 that is none is refused for its first fault', () => {
    for (const [text, code, about] of [
      ['', 'report.expression.ends', ''],
      ['[a] +', 'report.expression.ends', '[a] +'],
      ['([a]', 'report.expression.ends', '([a]'],
      ['[a] [b]', 'report.expression.unexpected', '[b]'],
      ['[a])', 'report.expression.unexpected', ')'],
      ['[x] + 1', 'report.expression.column', 'x'],
      ['a + 1', 'report.expression.unexpected', 'a + 1'],
      ["1; DROP TABLE users; --'", 'report.expression.unexpected', 'DROP TABLE users; --'],
      ['1'.repeat(301), 'report.expression.long', ''],
      ['round([a]; 7)', 'report.expression.unexpected', '7'],
      ['round([a]; [b])', 'report.expression.unexpected', '[b]'],
      ['if([a] > 1; 2)', 'report.expression.unexpected', ')'],
      ['if([a]; 1; 2)', 'report.expression.unexpected', ';'],
      ['coalesce([a])', 'report.expression.unexpected', ')'],
      ['days([a]; [b])', 'report.expression.date', 'a'],
      ['days([begun]; 3)', 'report.expression.unexpected', '3'],
      ['[begun] + 1', 'report.expression.column', 'begun'],
      ['sum([a])', 'report.expression.unexpected', 'sum([a])'],
      ['[a] > 1', 'report.expression.unexpected', '>']
    ] as const)
      expect([text, faultOf(text)]).toEqual([text, [code, about]]);
  });

  test('C3.035 written and read again is the same', () => {
    fc.assert(
      fc.property(anExpression, (expression) => {
        const text = writeExpression(expression, (name) => name);
        fc.pre(text.length <= 300);
        expect(read(text)).toEqual(expression);
      })
    );
  });

  test('C3.035 that counts as additive is that of the sums, and one of degree 0 stays when all grows alike', () => {
    const two = [
      { a: '3', b: '5', c: '7' },
      { a: '-2', b: '11', c: '0.5' }
    ] as const;
    const sums = { a: '1', b: '16', c: '7.5' };
    fc.assert(
      fc.property(anExpression, (expression) => {
        fc.pre(!steps(expression));
        if (isAdditive(expression)) {
          const values = two.map((one) => valueIn(expression, one));
          const sum = valueIn(expression, sums);
          fc.pre(sum !== null && values.every((value) => value !== null));
          const added = values.reduce<Prisma.Decimal>(
            (all, value) => all.add(value as Prisma.Decimal),
            new Prisma.Decimal(0)
          );
          expect(
            added
              .sub(sum as Prisma.Decimal)
              .abs()
              .lt('0.000001')
          ).toBe(true);
        } else if (degreeOf(expression) === 0) {
          const [once, thrice] = [two[0], { a: '9', b: '15', c: '21' }].map((one) => valueIn(expression, one));
          fc.pre(once !== null && thrice !== null);
          expect(
            (once as Prisma.Decimal)
              .sub(thrice as Prisma.Decimal)
              .abs()
              .lt('0.000001')
          ).toBe(true);
        }
      }),
      { numRuns: 500 }
    );
    expect(
      ['[a] * 2', '[a] / 4 - [b]', '[a] * [b]', '[a] + 1', '[a] / [b]', '[a] * ([b] / [c])'].map((text) =>
        isAdditive(read(text))
      )
    ).toEqual([...[true, true, false, false, false, false]]);
  });
});

const COLUMNS = ['merchantName', 'billedAmount', 'amount'];
const defined = (more: object) => definitionSchema.parse({ dataSet: 'transactions', columns: COLUMNS, ...more });
const rowsOf = async (more: object) => {
  const source = reportSource(LISTS, C, defined(more));
  if (!source) throw new Error('no source');
  return (await previewReport(C, source)) as Record<string, unknown>[];
};
const calculated = (...expressions: string[]) => ({
  calculated: expressions.map((expression, at) => ({ heading: `Column ${at + 1}`, expression }))
});
const plain = (value: unknown) => (value === null ? null : new Prisma.Decimal(String(value)).toFixed());

describe('issue 18 a calculated column', () => {
  test('C3.035 is the value of its expression in every row, empty where it divides by zero', async () => {
    await fc.assert(
      fc.asyncProperty(anExpression, async (expression) => {
        // A quotient of sixteen digits may fall to the other side of a step.
        fc.pre(!steps(expression) || !JSON.stringify(expression).includes('"/"'));
        const names = { a: 'billedAmount', b: 'amount', c: 'billedAmount' } as const;
        const text = writeExpression(expression, (name) => names[name as 'a']);
        fc.pre(text.length <= 300);
        const rows = await rowsOf(calculated(text));
        expect(rows).toHaveLength(BOOKED.length);
        for (const { billedAmount, amount, calculated1 } of rows) {
          const [a, b] = [String(billedAmount), String(amount)];
          const expected = valueIn(expression, { a, b, c: a });
          if (expected === null || calculated1 === null) expect([text, calculated1]).toEqual([text, expected]);
          else {
            const off = expected.sub(String(calculated1)).abs();
            // Quotients have sixteen digits.
            const bound = expected.abs().mul('0.0000001').add('0.000001');
            expect([text, plain(calculated1), off.lte(bound)]).toEqual([text, plain(calculated1), true]);
          }
        }
      }),
      { numRuns: 40 }
    );
  }, 120_000);

  test('C2.082 in groups adds up where values do, is a ratio of sums, and is empty elsewhere', async () => {
    const expressions = ['[billedAmount] - [amount]', '[amount] / [billedAmount] * 100', '[billedAmount] + 1'];
    const rows = await rowsOf({ groups: ['merchantName'], ...calculated(...expressions) });
    expect(
      rows.map((row) => [row.merchantName, plain(row.calculated1), plain(row.calculated2), row.calculated3])
    ).toEqual([
      ['Air Line', '-2.5', '16.666667', null],
      ['Corner Café', '7.75', '13.888889', null],
      ['Harbour Hotel', '179.5', '10.25', null],
      [null, '184.75', '10.315534', null]
    ]);
  });

  test('C1.029 rounds, chooses, takes what is there and counts days, and in groups adds its rows up', async () => {
    await world.current.query(
      "UPDATE transactions SET transaction_date = '2026-01-20' WHERE merchant_name = 'Air Line' AND issuer_id = $1",
      [C.issuerId]
    );
    const expressions = [
      'round([billedAmount] / 7; 1)',
      'if([billedAmount] >= 79.5; [billedAmount]; 0)',
      'coalesce([amount] / [amount]; -1)',
      'days([transactionDate]; [postingDate])',
      'if([billedAmount] > 10; 1; 2)'
    ];
    const more = { columns: [...COLUMNS, 'transactionDate', 'postingDate'], ...calculated(...expressions) };
    const told = (row: Record<string, unknown>) => [
      ...[row.merchantName, plain(row.calculated1), plain(row.calculated2), plain(row.calculated3)],
      ...[plain(row.calculated4), plain(row.calculated5)]
    ];
    expect((await rowsOf(more)).map(told).sort()).toEqual([
      ['Air Line', '-0.4', '0', '1', '12', '2'],
      ['Corner Café', '1.3', '0', '1', '0', '2'],
      ['Harbour Hotel', '11.4', '79.5', '-1', '0', '1'],
      ['Harbour Hotel', '17.2', '120.5', '1', '0', '1']
    ]);
    // A choice between numbers is nothing that a group has.
    expect((await rowsOf({ ...more, groups: ['merchantName'] })).map(told)).toEqual([
      ['Air Line', '-0.4', '0', '1', '12', null],
      ['Corner Café', '1.3', '0', '1', '0', null],
      ['Harbour Hotel', '28.6', '200', '1', '0', null],
      [null, '29.5', '200', '1', '12', null]
    ]);
  });

  test('C3.035 chooses between no amounts of two currencies, nor compares them', async () => {
    await world.current.query(
      "UPDATE transactions SET currency = 'JPY' WHERE merchant_name = 'Corner Café' AND issuer_id = $1",
      [C.issuerId]
    );
    const expressions = [
      'coalesce([amount]; [billedAmount])',
      'if([amount] < [billedAmount]; 1; 2)',
      'if(1 > 2; [amount]; [billedAmount])',
      'if([amount] > 1; [amount]; 0)'
    ];
    const cafe = (await rowsOf(calculated(...expressions))).find(({ merchantName }) => merchantName === 'Corner Café');
    expect([1, 2, 3, 4].map((at) => plain(cafe?.[`calculated${at}`]))).toEqual([null, null, null, '1.25']);
  });

  test('C3.035 adds no amounts of two currencies, but divides them', async () => {
    await world.current.query(
      "UPDATE transactions SET currency = 'JPY' WHERE merchant_name = 'Corner Café' AND issuer_id = $1",
      [C.issuerId]
    );
    const rows = await rowsOf(calculated('[billedAmount] - [amount]', '[billedAmount] / [amount]'));
    const cafe = rows.find(({ merchantName }) => merchantName === 'Corner Café');
    expect([cafe?.calculated1, plain(cafe?.calculated2)]).toEqual([null, '7.2']);
    expect(rows.filter(({ calculated1 }) => calculated1 === null)).toHaveLength(1);
  });

  test('C3.035 is saved with its heading, copied, and refused when it names no amount of the report', async () => {
    const save = (name: string, more: object) => createReport(LISTS, C, { name, definition: defined(more) }, ORIGIN);
    const id = granted(await save('Net', calculated('[billedAmount] - [amount]')));
    const stored = (await seenReport(C, id))?.definition;
    expect(stored?.calculated).toEqual([{ heading: 'Column 1', expression: '[billedAmount] - [amount]' }]);
    expect(stored?.headings).toEqual({});
    expect(refusedFor(await save('Wrong', calculated('[merchantName] * 2')))).toBe(
      'calculated report.expression.column'
    );
    expect(refusedFor(await save('Broken', calculated('[billedAmount] +')))).toBe('calculated report.expression.ends');
  });
});

describe('issue 18 groups of conditions', () => {
  test('C3.035 let a row in that meets all of one group, besides the other conditions', async () => {
    const merchants = async (anyOf: string[], query = '') =>
      (await rowsOf({ anyOf, query }))
        .map(({ merchantName, billedAmount }) => `${merchantName} ${plain(billedAmount)}`)
        .sort();
    const hotel = 'merchantName=Harbour+Hotel&billedAmount.from=100';
    expect(await merchants([hotel])).toEqual(['Harbour Hotel 120.5']);
    expect(await merchants([hotel, 'billedAmount.to=10'])).toEqual([
      'Air Line -3',
      'Corner Café 9',
      'Harbour Hotel 120.5'
    ]);
    expect(await merchants([hotel, 'billedAmount.to=10'], 'billedAmount.from=0')).toEqual([
      'Corner Café 9',
      'Harbour Hotel 120.5'
    ]);
    // A group without a condition that the list knows is none.
    expect(await merchants(['nothing=1', 'billedAmount.to=0'])).toEqual(['Air Line -3']);
  });

  test('C3.035 by the plain model of or over and', async () => {
    const condition = fc.record({
      from: fc.option(fc.integer({ min: -10, max: 130 })),
      to: fc.option(fc.integer({ min: -10, max: 130 }))
    });
    await fc.assert(
      fc.asyncProperty(fc.array(condition, { maxLength: 4 }), async (groups) => {
        const whole = groups.filter(
          ({ from, to }) => (from ?? to) !== null && (from === null || to === null || from <= to)
        );
        const anyOf = whole.map(({ from, to }) =>
          new URLSearchParams({
            ...(from !== null && { 'billedAmount.from': String(from) }),
            ...(to !== null && { 'billedAmount.to': String(to) })
          }).toString()
        );
        const holds = (amount: number) =>
          whole.length === 0 ||
          whole.some(({ from, to }) => (from === null || amount >= from) && (to === null || amount <= to));
        const found = (await rowsOf({ anyOf })).map(({ billedAmount }) => Number(billedAmount)).sort((a, b) => a - b);
        const all = BOOKED.map(([, amount]) => Number(amount)).sort((a, b) => a - b);
        expect(found).toEqual(all.filter(holds));
      }),
      { numRuns: 40 }
    );
  }, 60_000);

  test('C3.035 are saved as the list writes them', async () => {
    const definition = defined({ anyOf: ['billedAmount.from=5,5&unknown=1&sort=postingDate', 'nothing=1'] });
    const id = granted(await createReport(LISTS, C, { name: 'Any', definition }, ORIGIN));
    expect((await seenReport(C, id))?.definition.anyOf).toEqual(['billedAmount.from=5.5']);
  });
});

test('the columns of an expression are named once', () => {
  expect(columnsIn(read('[a] + [b] * [a] - 1'))).toEqual(['a', 'b']);
});
