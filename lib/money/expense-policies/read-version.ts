import { z } from 'zod';
import { database, type Transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { currencyOf } from '../../directory/structure/companies';
import { recordsOf } from '../../kit/setup/records-of';
import { CONVERSION_RULES } from '../approvals/conversion-rules';
import { askedOfTypes } from './asked-of-types';
import expensePolicy from './entities/expense-policy';
import expensePolicyRule from './entities/expense-policy-rule';
import expenseType from './entities/expense-type';
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
  const policies = await recordsOf(tx, expensePolicy)`
    WHERE r.issuer_id = ${at.issuerId}::uuid AND r.owner_id = ${at.companyId}::uuid AND r.active AND r.valid_from IS NOT NULL
    ORDER BY r.valid_from DESC`;
  const read = new Map<string, PolicyVersion>();
  const byDay = new Map<string, PolicyVersion>();
  for (const day of new Set(days)) {
    const policy = policies.find(({ values }) => String(values.validFrom) <= day);
    if (!policy) continue;
    const version = read.get(policy.id) ?? (await versionOf(tx, at, policy));
    read.set(policy.id, version);
    byDay.set(day, version);
  }
  return byDay;
}

/** A version of a company's expense policy by its id, a draft too. */
export async function policyVersion(
  at: Company,
  id: string,
  tx: Transaction = database()
): Promise<PolicyVersion | null> {
  const [policy] = await recordsOf(tx, expensePolicy)`
    WHERE r.issuer_id = ${at.issuerId}::uuid AND r.owner_id = ${at.companyId}::uuid AND r.id = ${id}::uuid`;
  return policy ? versionOf(tx, at, policy) : null;
}

type Policy = Awaited<ReturnType<ReturnType<typeof recordsOf<typeof expensePolicy.fields>>>>[number];

async function versionOf(tx: Transaction, at: Company, { id, values }: Policy): Promise<PolicyVersion> {
  return {
    id,
    name: values.name,
    validFrom: values.validFrom,
    instructions: values.instructions,
    currency: await currencyOf(tx, at.issuerId, at.companyId),
    rules: await rulesOf(tx, at, id),
    types: await typesOf(tx, at),
    tolerances: await tolerancesOf(tx, at),
    rates: await ratesOf(tx, at)
  };
}

async function rulesOf(tx: Transaction, { issuerId }: Company, policyId: string): Promise<PolicyRule[]> {
  const rules = await recordsOf(tx, expensePolicyRule)`
    WHERE r.issuer_id = ${issuerId}::uuid AND r.parent_id = ${policyId}::uuid AND r.active ORDER BY r.position, r.id`;
  return rules.map(({ id, values: { kind, level, type, amount, days, categories } }) => ({
    ...{ id, kind, level, typeId: type, amount, days, categories: categories ?? [] }
  }));
}

async function typesOf(tx: Transaction, { issuerId, companyId }: Company): Promise<PolicyType[]> {
  const types = await recordsOf(tx, expenseType)`
    WHERE r.issuer_id = ${issuerId}::uuid AND r.owner_id = ${companyId}::uuid ORDER BY r.position, r.id`;
  const asked = await askedOfTypes(tx, { issuerId, companyId });
  return types.map(({ id, active, values: { name, category, receiptFrom, receiptOnly, merchantCategories } }) => ({
    ...{ id, name, isActive: active, category, receiptFrom, isReceiptOnly: receiptOnly, asks: asked.get(id) ?? [] },
    merchantCategories: merchantCategories ?? []
  }));
}

async function tolerancesOf(tx: Transaction, { issuerId, companyId }: Company): Promise<PolicyTolerance[]> {
  const tolerances = await recordsOf(tx, tolerance)`
    WHERE r.issuer_id = ${issuerId}::uuid AND r.owner_id = ${companyId}::uuid AND r.active ORDER BY r.id`;
  return tolerances.map(({ values: { kind, minimum, maximum } }) => ({ kind, minimum, maximum }));
}

const rateRow = z.strictObject({ currency: z.string(), from: z.string(), rate: z.string() });

const ratesOf = (tx: Transaction, { issuerId, companyId }: Company) => readRows(tx, rateRow)`
  SELECT c.posted_currency AS currency, c.effective_date::text AS "from", trim_scale(c.rate)::text AS rate
  FROM ${CONVERSION_RULES} c
  WHERE c.issuer_id = ${issuerId}::uuid AND c.owner_id = ${companyId}::uuid AND c.active`;
