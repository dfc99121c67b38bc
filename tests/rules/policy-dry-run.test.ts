import fc from 'fast-check';
import type { Principal } from '@/lib/access/policy/principal';
import { dayAfter } from '@/lib/core/calendar/days';
import { type DryResult, judged } from '@/lib/money/expense-policies/dry-run';
import { mayFind } from '@/lib/money/expense-policies/may-find';
import type { PolicyRule, PolicyType, PolicyVersion } from '@/lib/money/expense-policies/policy-version';
import { RULE_KINDS, RULE_LEVELS, type RuleKind } from '@/lib/money/expense-policies/rule-kinds';
import { SPENT_HAS_RECEIPT, spentLines } from '@/lib/money/transactions/spent-lines';
import { useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { aCompany, anAccount, anIssuer, type StructureNode } from '../support/structure';

const world = useDatabase();
const TODAY = '2026-06-30';
const LINES = 400;
let company: StructureNode;
let C: Principal;

const MERCHANTS = ['Quay', 'quay ', 'Harbour', 'Taxi'];
const CATEGORIES = ['5812', '5813', '7011', '4121', '7995', null];
const CURRENCIES = ['EUR', 'EUR', 'EUR', 'EUR', 'SEK', 'JPY'];

/** Charges of three people on forty days, at amounts around the limits of rules, some reviewed and some with a receipt. */
beforeAll(async () => {
  const db = world.current;
  company = await aCompany(db, await anIssuer(db));
  const accounts = [await anAccount(db, company), await anAccount(db, company), await anAccount(db, company)];
  C = await aPrincipalAt(db, 'C', company);
  await db.query("SELECT create_transaction_partitions('2026-05-01', '2026-06-30')");
  const [picks] = fc.sample(
    fc.array(fc.array(fc.nat(999), { minLength: 8, maxLength: 8 }), { minLength: LINES, maxLength: LINES }),
    { numRuns: 1, seed: 17 }
  ) as [number[][]];
  const one = <Of>(of: readonly Of[], pick = 0) => of[pick % of.length] as Of;
  const rows = picks.map(([a, b, c, d, e, f, g, h]) => ({
    account: one(accounts, a).id,
    day: dayAfter(TODAY, -((b ?? 0) % 40)),
    amount: one(['9.99', '10', '10.01', '25', '24.99', '49.5', '100', '310.25'], c),
    currency: one(CURRENCIES, d),
    merchant: one(MERCHANTS, e),
    category: one(CATEGORIES, f),
    reviewed: (g ?? 0) % 3 === 0 ? `${TODAY}T10:00:00Z` : null,
    receipt: (h ?? 0) % 3 === 0
  }));
  await db.query(
    `WITH r AS (SELECT gen_random_uuid() AS id, gen_random_uuid() AS file, * FROM jsonb_to_recordset($3::jsonb) AS x (account uuid, day date,
         amount numeric, currency text, merchant text, category text, reviewed timestamptz, receipt boolean)),
       spent AS (INSERT INTO transactions (issuer_id, posting_date, id, company_id, account_id, source_reference, type,
           transaction_date, amount, currency, billed_amount, billed_currency, merchant_name, merchant_category_code, state, reviewed_at, reviewed_by)
         SELECT $1, day, id, $2, account, id::text, 'purchase', day, amount, currency, amount, currency, merchant, category,
           (CASE WHEN reviewed IS NULL THEN 'open' ELSE 'reviewed' END)::transaction_state, reviewed,
           CASE WHEN reviewed IS NULL THEN NULL ELSE $4::uuid END
         FROM r),
       files AS (INSERT INTO large_files (issuer_id, id, name, media_type, size, sha256)
         SELECT $1, file, 'r.pdf', 'application/pdf', 1, sha256('x') FROM r WHERE receipt)
     INSERT INTO attachments (issuer_id, id, entity, record_id, position, file_id, name, media_type, size, sha256, added_by, added_at)
     SELECT $1, gen_random_uuid(), 'transaction', id, 1, file, 'r.pdf', 'application/pdf', 1, sha256('x'), $4, now()
     FROM r WHERE receipt`,
    [company.issuerId, company.id, JSON.stringify(rows), C.userId]
  );
});

const TYPES = ['meals', 'hotel', 'other'];
const aType = (id: string): fc.Arbitrary<PolicyType> =>
  fc.record({
    id: fc.constant(id),
    name: fc.constantFrom(id, 'Same name'),
    isActive: fc.boolean(),
    category: fc.constantFrom('meals', 'mileage'),
    receiptFrom: fc.constantFrom(null, null, '0', '25', '100.01'),
    isReceiptOnly: fc.boolean(),
    merchantCategories: fc.subarray(['5812', '5812-5813', '7000-7999', '4121']),
    asks: fc.constant([])
  });
const aRule: fc.Arbitrary<PolicyRule> = fc.record({
  id: fc.uuid(),
  kind: fc.constantFrom(...(Object.keys(RULE_KINDS) as RuleKind[])),
  level: fc.constantFrom(...(Object.keys(RULE_LEVELS) as (keyof typeof RULE_LEVELS)[])),
  typeId: fc.constantFrom(null, null, ...TYPES),
  amount: fc.constantFrom('0', '10', '24.99', '25', '100', '310.25', '900'),
  days: fc.nat(30),
  categories: fc.subarray(['5812', '5812-5813', '7000-7999', '4121'])
});
const aVersion: fc.Arbitrary<PolicyVersion> = fc.record({
  id: fc.constant('version'),
  name: fc.constant('Travel'),
  validFrom: fc.constant(null),
  instructions: fc.constant(null),
  currency: fc.constantFrom('EUR', 'EUR', 'SEK'),
  rules: fc.array(aRule, { maxLength: 6 }),
  types: fc.tuple(...TYPES.map(aType)),
  tolerances: fc.array(
    fc.record({
      kind: fc.constantFrom('amount' as const, 'percent' as const),
      minimum: fc.constantFrom('0', '1', '10'),
      maximum: fc.constantFrom('10', '50')
    }),
    { maxLength: 2 }
  ),
  rates: fc.constantFrom(
    [],
    [
      { currency: 'SEK', from: '2026-06-10', rate: '0.0875' },
      { currency: 'EUR', from: '2026-01-01', rate: '11.4' }
    ]
  )
});

/** What a run tells, but for which of many of one day are listed. */
const toldBy = (results: readonly DryResult[]) =>
  results.map(({ kind, level, type, count, listed }) =>
    [kind, level, type, count, listed.map(({ finding }) => finding.date).join()].join(' ')
  );

test('issue 17 How fast the narrowed dry run finds what the whole one finds, whatever the policy', async () => {
  const at = { issuerId: company.issuerId, companyId: company.id, since: '2026-04-01', most: 10_000 };
  const all = await spentLines(C, at);
  expect(all.count).toBe(LINES);
  let narrowed = 0;
  await fc.assert(
    fc.asyncProperty(aVersion, async (version) => {
      const some = await spentLines(C, { ...at, where: mayFind(version, TODAY, SPENT_HAS_RECEIPT) });
      const [whole, part] = [await judged(all.lines, version, TODAY), await judged(some.lines, version, TODAY)];
      expect(some.count).toBe(LINES);
      expect(part.found).toBe(whole.found);
      expect(new Set(toldBy(part.results))).toEqual(new Set(toldBy(whole.results)));
      if (some.lines.length < LINES) narrowed += 1;
    }),
    { numRuns: 150 }
  );
  // A condition that holds for every line would prove nothing.
  expect(narrowed).toBeGreaterThan(30);
}, 120_000);
