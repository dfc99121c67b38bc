import { CHECKS, FOREIGN_KEYS, KEYS } from '../support/constraint-cases';
import { type Constraint, Constraints } from '../support/constraints';
import { useDatabase } from '../support/module-world';
import { aCompany, anAccount, anIssuer, aUserAt } from '../support/structure';
import { aTransaction } from '../support/transactions';

let constraints: Constraints;
// Before the database goes.
afterAll(() => constraints?.end());

const database = useDatabase();

beforeAll(async () => {
  constraints = new Constraints(database.current.ownerUrl);
  await constraints.connect();
});

const told = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([column, value]) => `${column} ${value.slice(0, 60)}`)
    .join(', ');
const each = <Case>(cases: Record<string, Record<string, Case>>) =>
  Object.entries(cases).flatMap(([table, ofTable]) =>
    Object.entries(ofTable).map(([name, one]): [string, string, Case] => [name, table, one])
  );

/** Rows that prove a constraint in the database, independent of the code. */
const ROWS: Record<string, string> = {
  transactions_check: 'CD.41 a credit is not positive: ',
  approval_delegations_check1: 'CD.22 a delegation does not last for years: '
};
const CASES = each(CHECKS).map(([name, table, values]): [string, string, string, Record<string, string>[]] => [
  `${ROWS[name] ?? ''}${name}`,
  name,
  table,
  values
]);

const HOW =
  'These constraints have no case. Add each line below to its table in tests/support/constraint-cases.ts ' +
  '(in place of … stand SQL expressions, so a text is "\'x\'"), then run this file again:';

/** The line that gives a constraint its case. */
function lineFor({ table, name, kind, definition, columns }: Constraint): string {
  if (kind === 'foreign key') return `FOREIGN_KEYS.${table}: '${name}'`;
  if (kind === 'check')
    return `CHECKS.${table}: ${name}: [{ column: "…" }] with values that the check refuses, more than one set where it refuses more than one thing: ${definition}`;
  const condition = / WHERE (.*)/.exec(definition)?.[1];
  const values = condition ? `, values: { … } with values for which ${condition}` : '';
  return `KEYS.${table}: ${name}: { columns: ['${columns.join("', '")}'] }${values}`;
}

describe('the database by itself', () => {
  test('refuses by nothing that has no case here', async () => {
    const known = new Set([
      ...each(CHECKS).map(([name, table]) => `${table} ${name}`),
      ...each(KEYS).map(([name, table]) => `${table} ${name}`),
      ...Object.entries(FOREIGN_KEYS).flatMap(([table, names]) => names.map((name) => `${table} ${name}`))
    ]);
    const missing = (await constraints.all()).filter(({ table, name }) => !known.has(`${table} ${name}`));
    expect(missing.length > 0 ? [HOW, ...missing.map(lineFor)] : []).toEqual([]);
  });

  test.each(CASES)('%s refuses what its check does not allow', async (_, name, table, refused) => {
    for (const values of refused)
      expect({ refuses: await constraints.refusedByCheck(table, name, values), values: told(values) }).toEqual({
        refuses: name,
        values: told(values)
      });
  });

  test.each(each(KEYS))('%s refuses a second row of %s with the same key', async (name, table, { columns, values }) => {
    expect(await constraints.refusedAsSecond(table, name, columns, values ?? {})).toBe(name);
  });

  test.each(Object.entries(FOREIGN_KEYS).flatMap(([table, names]) => names.map((name) => [name, table])))(
    '%s refuses a row of %s that points to nowhere',
    async (name, table) => {
      expect(await constraints.refusedAsOrphan(table as string, name as string)).toBe(name);
    }
  );

  test.each([
    ['the tax of the whole', '(1, 60, 6), (2, 40, 3)', 'do not total it'],
    ['the tax at all', '(1, 60, NULL), (2, 40, NULL)', 'do not total it'],
    ['the amount', '(1, 60, 6), (2, 39.99, 4)', 'do not total it'],
    ['the order', '(1, 60, 6), (3, 40, 4)', 'numbered through'],
    ['the sign', '(1, 110, 6), (2, -10, 4)', 'different signs']
  ])('C5.034 check_allocation allocations_total refuses splits that lose %s', async (_, splits, message) => {
    const account = await anAccount(
      database.current,
      await aCompany(database.current, await anIssuer(database.current))
    );
    const { id, issuerId, postingDate } = await aTransaction(database.current, account, { taxAmount: '10' });
    const write = (values: string) =>
      database.current.query(
        `INSERT INTO allocations (issuer_id, posting_date, transaction_id, position, amount, tax_amount)
         SELECT $1, $2, $3, s.position, s.amount, s.tax::numeric FROM (VALUES ${values}) AS s (position, amount, tax)`,
        [issuerId, postingDate, id]
      );
    await expect(write(splits)).rejects.toThrow(message);
    await write('(1, 60, 6), (2, 40, 4)');
  });

  test('check_assignment_node assignment_nodes_kind refuses a place of another kind than the role’s', async () => {
    const company = await aCompany(database.current, await anIssuer(database.current));
    const account = await anAccount(database.current, company);
    for (const [role, place] of [
      ['C', account],
      ['A', company],
      ['I', company]
    ] as const)
      await expect(aUserAt(database.current, role, place)).rejects.toThrow('can not stand');
  });
});
