import { z } from 'zod';
import { database, type Transaction } from '../../core/database/database';
import { groupBy } from '../../core/database/group-by';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { companyCurrency } from '../../directory/structure/companies';
import { listOf, recordRow, recordsIn, recordsOf, rowsOf } from '../../kit/setup/records-of';
import { CONVERSION_RULES } from '../approvals/conversion-rules';
import { askedByType } from './asked-of-types';
import expensePolicy from './entities/expense-policy';
import expensePolicyRule from './entities/expense-policy-rule';
import expenseType from './entities/expense-type';
import expenseTypeProperty from './entities/expense-type-property';
import tolerance from './entities/tolerance';
import type { PolicyRule, PolicyTolerance, PolicyType, PolicyVersion } from './policy-version';

interface Company {
  issuerId: string;
  companyId: string;
}

/** The id of a company's expense policy that is in force on a day; null if none is (C4.020). */
export async function policyInForce(
  tx: Transaction,
  { issuerId, companyId }: Company,
  date: string
): Promise<string | null> {
  const [policy] = await recordsOf(tx, expensePolicy)`
    WHERE r.issuer_id = ${issuerId}::uuid AND r.owner_id = ${companyId}::uuid AND r.active AND r.valid_from <= ${date}::date
    ORDER BY r.valid_from DESC LIMIT 1`;
  return policy?.id ?? null;
}

/** The versions of a company's expense policy that were in force on days, by the day; a day before the first has none. */
export async function policiesOfDays(
  tx: Transaction,
  at: Company,
  days: readonly string[]
): Promise<Map<string, PolicyVersion>> {
  const sorted = [...new Set(days)].sort();
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return new Map();
  const versions = await versionsOf(
    tx,
    at,
    Prisma.sql`r.active AND r.valid_from <= ${last}::date AND NOT EXISTS (
      SELECT 1 FROM ${rowsOf(expensePolicy)} later
      WHERE later.issuer_id = r.issuer_id AND later.owner_id = r.owner_id AND later.active
        AND later.valid_from > r.valid_from AND later.valid_from <= ${first}::date)`
  );
  return new Map(
    days.flatMap((day) => {
      const inForce = versions.find(({ validFrom }) => validFrom !== null && validFrom <= day);
      return inForce ? [[day, inForce] as const] : [];
    })
  );
}

/** A version of a company's expense policy by its id, a draft too. */
export async function policyVersion(
  at: Company,
  id: string,
  tx: Transaction = database()
): Promise<PolicyVersion | null> {
  const [version] = await versionsOf(tx, at, Prisma.sql`r.id = ${id}::uuid`);
  return version ?? null;
}

const rateRow = z.strictObject({ currency: z.string(), from: z.string(), rate: z.string() });
const versionsRow = z.strictObject({
  currency: z.string().nullable(),
  policies: z.array(recordRow(expensePolicy)),
  rules: z.array(recordRow(expensePolicyRule)),
  types: z.array(recordRow(expenseType)),
  asked: z.array(recordRow(expenseTypeProperty)),
  tolerances: z.array(recordRow(tolerance)),
  rates: z.array(rateRow)
});

/** The versions `r` of a company's expense policy that a condition names, the newest first, with all that their rules look at: one statement. */
async function versionsOf(
  tx: Transaction,
  { issuerId, companyId }: Company,
  condition: Prisma.Sql
): Promise<PolicyVersion[]> {
  const own = Prisma.sql`r.issuer_id = ${issuerId}::uuid AND r.owner_id = ${companyId}::uuid`;
  const named = Prisma.sql`SELECT r.id FROM ${rowsOf(expensePolicy)} r WHERE ${own} AND ${condition}`;
  const [row] = await readRows(tx, versionsRow)`
    SELECT ${companyCurrency(Prisma.sql`${issuerId}::uuid`, Prisma.sql`${companyId}::uuid`)} AS currency,
      ${listOf(expensePolicy)`WHERE ${own} AND ${condition} ORDER BY r.valid_from DESC`} AS policies,
      ${listOf(expensePolicyRule)`WHERE r.issuer_id = ${issuerId}::uuid AND r.parent_id IN (${named}) AND r.active
        ORDER BY r.position, r.id`} AS rules,
      ${listOf(expenseType)`WHERE ${own} ORDER BY r.position, r.id`} AS types,
      ${listOf(expenseTypeProperty)`WHERE ${own} AND r.active ORDER BY r.position, r.id`} AS asked,
      ${listOf(tolerance)`WHERE ${own} AND r.active ORDER BY r.id`} AS tolerances,
      (SELECT coalesce(json_agg(json_build_object('currency', r.posted_currency, 'from', r.effective_date::text,
          'rate', trim_scale(r.rate)::text)), '[]') FROM ${CONVERSION_RULES} r WHERE ${own} AND r.active) AS rates`;
  if (!row?.currency) return [];
  const { currency, rates } = row;
  const rules = groupBy(recordsIn(expensePolicyRule, row.rules), ({ parentId }) => parentId ?? '');
  const types = typesIn(row);
  const tolerances = recordsIn(tolerance, row.tolerances).map(
    ({ values: { kind, minimum, maximum } }): PolicyTolerance => ({ kind, minimum, maximum })
  );
  return recordsIn(expensePolicy, row.policies).map(({ id, values: { name, validFrom, instructions } }) => ({
    id,
    name,
    validFrom,
    instructions,
    currency,
    types,
    tolerances,
    rates,
    rules: (rules.get(id) ?? []).map(ruleOf)
  }));
}

type RuleRecord = ReturnType<typeof recordsIn<typeof expensePolicyRule.fields>>[number];

const ruleOf = ({ id, values: { kind, level, type, amount, days, categories } }: RuleRecord): PolicyRule => ({
  id,
  kind,
  level,
  typeId: type,
  amount,
  days,
  categories: categories ?? []
});

function typesIn({ types, asked }: Pick<z.infer<typeof versionsRow>, 'types' | 'asked'>): PolicyType[] {
  const byType = askedByType(recordsIn(expenseTypeProperty, asked));
  return recordsIn(expenseType, types).map(
    ({ id, active, values: { name, category, receiptFrom, receiptOnly, merchantCategories } }) => ({
      id,
      name,
      isActive: active,
      category,
      receiptFrom,
      isReceiptOnly: receiptOnly,
      asks: byType.get(id) ?? [],
      merchantCategories: merchantCategories ?? []
    })
  );
}
