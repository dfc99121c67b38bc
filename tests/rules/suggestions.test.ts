import fc from 'fast-check';
import type { Principal } from '@/lib/access/policy/principal';
import { allocate } from '@/lib/money/transactions/allocate';
import { allocating } from '@/lib/money/transactions/allocating';
import { declareNotDuplicate, duplicatesAmong } from '@/lib/money/transactions/duplicates';
import { allocationSchema } from '@/lib/money/transactions/schema';
import { SUGGESTION_BASES, suggested, suggestionsFor, type Usage } from '@/lib/money/transactions/suggestions';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { granted } from '../support/results';
import { aScheme, type PlacedScheme } from '../support/schemes';
import { aCompany, anAccount, anIssuer, type StructureNode } from '../support/structure';
import { aTransaction, type PlacedTransaction } from '../support/transactions';

const world = useDatabase();
let company: StructureNode;
let scheme: PlacedScheme;
let C: Principal;

beforeAll(async () => {
  company = await aCompany(world.current, await anIssuer(world.current));
  scheme = await aScheme(world.current, company);
  C = await aPrincipalAt(world.current, 'C', company);
});

interface Past {
  mine: boolean;
  merchant: string;
  category: string;
  center: 'S100' | 'F200' | null;
  monthsAgo: number;
}

const pasts = fc.array(
  fc.record<Past>({
    mine: fc.boolean(),
    merchant: fc.constantFrom('Rail', 'Hotel'),
    category: fc.constantFrom('4112', '7011'),
    center: fc.constantFrom('S100', 'S100', 'F200', null),
    monthsAgo: fc.constantFrom(0, 2, 4, 9)
  }),
  { maxLength: 14 }
);

/** The definition: of the nearest charges of which a value has a clear majority, three at least. */
function model(past: readonly Past[]): { value: string; basis: string; uses: number; of: number } | null {
  const recent = past.filter(({ monthsAgo, center }) => monthsAgo < 6 && center !== null);
  const alike = {
    own_merchant: recent.filter(({ mine, merchant }) => mine && merchant === 'Rail'),
    company_merchant: recent.filter(({ merchant }) => merchant === 'Rail'),
    own_category: recent.filter(({ mine, category }) => mine && category === '4112')
  };
  for (const basis of SUGGESTION_BASES)
    for (const value of ['S100', 'F200']) {
      const [uses, of] = [alike[basis].filter(({ center }) => center === value).length, alike[basis].length];
      if (uses >= 3 && uses / of >= 2 / 3) return { value, basis, uses, of };
    }
  return null;
}

const day = (monthsAgo: number) => new Date(Date.UTC(2026, 5 - monthsAgo, 15)).toISOString().slice(0, 10);
async function coded(row: PlacedTransaction, codes: Record<string, string>) {
  granted(await allocate(C, row.id, allocationSchema.parse({ version: 1, splits: [{ codes }] }), ORIGIN));
}
const suggestionsOf = async ({ id }: PlacedTransaction) => {
  const seen = await allocating(C, id);
  if (!seen) throw new Error('not seen');
  return suggestionsFor(seen);
};

test('what is suggested is what a plain count of the past says: own merchant, then the company’s, then own category', async () => {
  await fc.assert(
    fc.asyncProperty(pasts, async (past) => {
      const own = await aCompany(world.current, await anIssuer(world.current));
      const one = await aScheme(world.current, own);
      const mine = await anAccount(world.current, own);
      const other = await anAccount(world.current, own);
      const by = await aPrincipalAt(world.current, 'C', own);
      for (const { mine: isMine, merchant, category, center, monthsAgo } of past) {
        const row = await aTransaction(world.current, isMine ? mine : other, {
          merchant,
          category,
          postingDate: day(monthsAgo)
        });
        const entry = { version: 1, splits: [{ codes: center ? { [one.center]: center } : {} }] };
        expect(await allocate(by, row.id, allocationSchema.parse(entry), ORIGIN)).toMatchObject({ ok: true });
      }
      const row = await aTransaction(world.current, mine, { merchant: 'Rail', category: '4112', postingDate: day(0) });
      const seen = await allocating(by, row.id);
      if (!seen) throw new Error('not seen');
      const expected = model(past);
      expect(await suggestionsFor(seen)).toEqual(expected ? [{ codeId: one.center, ...expected }] : []);
    }),
    { numRuns: 25 }
  );
}, 120_000);

test('ties, thin majorities and two uses suggest nothing; of two codes each goes by itself', () => {
  const usage = (
    codeId: string,
    value: string,
    uses: number,
    of: number,
    basis: Usage['basis'] = 'own_merchant'
  ): Usage => ({
    basis,
    codeId,
    value,
    uses,
    of
  });
  expect(suggested([usage('a', 'X', 2, 2)])).toEqual([]);
  expect(suggested([usage('a', 'X', 3, 6), usage('a', 'Y', 3, 6)])).toEqual([]);
  expect(suggested([usage('a', 'X', 5, 8), usage('a', 'Y', 3, 8)])).toEqual([]);
  expect(suggested([usage('a', 'X', 4, 6), usage('b', 'Z', 9, 9, 'own_category')]).map(({ value }) => value)).toEqual([
    'X',
    'Z'
  ]);
});

test('CD.42 nothing is suggested that cannot be chosen any more, that is a default, or for an allocated charge', async () => {
  const account = await anAccount(world.current, company);
  const past = await Promise.all([1, 2, 3].map(() => aTransaction(world.current, account, { merchant: 'Quay' })));
  for (const row of past) await coded(row, { [scheme.center]: 'S100', [scheme.project]: 'P1' });
  const row = await aTransaction(world.current, account, { merchant: 'Quay' });
  expect((await suggestionsOf(row)).map(({ value }) => value).sort()).toEqual(['P1', 'S100']);
  const deactivate = (code: string, active: boolean) =>
    world.current.query(
      `UPDATE setup_records SET inactive_since = CASE WHEN $3 THEN NULL ELSE now() END WHERE issuer_id = $1 AND code = $2 AND entity = 'accounting-code-value'`,
      [company.issuerId, code, active]
    );
  // The project goes with its cost center.
  await deactivate('S100', false);
  expect(await suggestionsOf(row)).toEqual([]);
  await deactivate('S100', true);
  await coded(row, { [scheme.center]: 'F200' });
  expect(await suggestionsOf(row)).toEqual([]);
});

test('CD.42 a code that the scheme does not ask for any more is not suggested', async () => {
  const own = await aCompany(world.current, await anIssuer(world.current));
  const one = await aScheme(world.current, own);
  const account = await anAccount(world.current, own);
  const by = await aPrincipalAt(world.current, 'C', own);
  const codes = { [one.center]: 'S100', [one.note]: 'fair' };
  for (let past = 0; past < 3; past++) {
    const { id } = await aTransaction(world.current, account, { merchant: 'Pier' });
    granted(await allocate(by, id, allocationSchema.parse({ version: 1, splits: [{ codes }] }), ORIGIN));
  }
  const { id } = await aTransaction(world.current, account, { merchant: 'Pier' });
  const values = async () => {
    const seen = await allocating(by, id);
    if (!seen) throw new Error('not seen');
    return (await suggestionsFor(seen)).map(({ value }) => value).sort();
  };
  expect(await values()).toEqual(['S100', 'fair']);
  await world.current.query('UPDATE setup_records SET inactive_since = now() WHERE id = $1', [one.note]);
  expect(await values()).toEqual(['S100']);
});

test('CD.42 nothing is learned from a charge that was divided', async () => {
  const account = await anAccount(world.current, company);
  for (let past = 0; past < 3; past++) {
    const { id } = await aTransaction(world.current, account, { merchant: 'Ferry', amount: '10.00' });
    const splits = ['F200', 'S100'].map((value) => ({ amount: '5.00', codes: { [scheme.center]: value } }));
    granted(await allocate(C, id, allocationSchema.parse({ version: 1, splits }), ORIGIN));
  }
  const row = await aTransaction(world.current, account, { merchant: 'Ferry' });
  expect(await suggestionsOf(row)).toEqual([]);
  for (let past = 0; past < 3; past++)
    await coded(await aTransaction(world.current, account, { merchant: 'Ferry' }), { [scheme.center]: 'F200' });
  expect(await suggestionsOf(row)).toMatchObject([{ value: 'F200', uses: 3, of: 3 }]);
});

test('CD.20 what others have typed is nobody else’s suggestion; what everybody can choose is', async () => {
  const [mine, other] = [await anAccount(world.current, company), await anAccount(world.current, company)];
  for (const merchant of ['Clinic', 'Clinic', 'Clinic'])
    await coded(await aTransaction(world.current, other, { merchant }), {
      [scheme.center]: 'F200',
      [scheme.note]: 'knee of J. Doe'
    });
  const values = async (account: StructureNode) =>
    (await suggestionsOf(await aTransaction(world.current, account, { merchant: 'Clinic' }))).map(({ value }) => value);
  expect((await values(other)).sort()).toEqual(['F200', 'knee of J. Doe']);
  expect(await values(mine)).toEqual(['F200']);
});

test('the same charge twice is flagged on both, within three days and one account, until a user marks it as no duplicate', async () => {
  const account = await anAccount(world.current, company);
  const charge = (postingDate: string, over: Parameters<typeof aTransaction>[2] = {}, on = account) =>
    aTransaction(world.current, on, { merchant: 'Twice Inn', amount: '88.00', postingDate, ...over });
  const [one, same] = [await charge('2026-05-01'), await charge('2026-05-04')];
  const others = [
    await charge('2026-05-08'),
    await charge('2026-05-01', { amount: '88.01' }),
    await charge('2026-05-01', { merchant: 'Other Inn' }),
    await charge('2026-05-01', {}, await anAccount(world.current, company))
  ];
  const flagged = async () => {
    const found = await duplicatesAmong(
      C,
      [one, same, ...others].map(({ id }) => id)
    );
    return Object.fromEntries([...found].map(([id, list]) => [id, list.map((other) => other.id)]));
  };
  expect(await flagged()).toEqual({ [one.id]: [same.id], [same.id]: [one.id] });
  const stranger = await aPrincipalAt(world.current, 'C', await aCompany(world.current, await anIssuer(world.current)));
  expect(await duplicatesAmong(stranger, [one.id])).toEqual(new Map());
  expect(await declareNotDuplicate(stranger, one.id, ORIGIN)).toMatchObject({
    ok: false,
    refusal: { code: 'not.found' }
  });
  expect(await declareNotDuplicate(C, one.id, ORIGIN)).toEqual({ ok: true, value: null });
  expect(await flagged()).toEqual({});
  const audits = await world.current.query(
    "SELECT 1 FROM audit_entries WHERE action = 'transaction.not_duplicate' AND entity_id = $1",
    [one.id]
  );
  expect(audits).toHaveLength(1);
});
