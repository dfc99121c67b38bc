import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import type { Refusal } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { holdProgramOption, nameOfProgramOption } from '../programs/reads/program-option';

const companyRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  currency: z.string(),
  fiscalStart: z.number(),
  programOptionId: z.string().nullable(),
  /** The name of its program option. */
  programOption: z.string().nullable()
});
export type Company = z.infer<typeof companyRow>;

/** A company's data besides its node, or null if the principal doesn't see it. */
export async function seenCompany(
  { scope }: Pick<Principal, 'scope'>,
  id: string,
  tx: Transaction = database()
): Promise<Company | null> {
  const [company] = await readRows(tx, companyRow)`
    SELECT c.issuer_id AS "issuerId", c.id, c.currency, c.fiscal_start::int AS "fiscalStart",
      c.program_option_id AS "programOptionId",
      ${nameOfProgramOption(Prisma.sql`c.issuer_id`, Prisma.sql`c.program_option_id`)} AS "programOption"
    FROM companies c JOIN nodes n ON (n.issuer_id, n.id) = (c.issuer_id, c.id)
    WHERE n.id = ${id}::uuid AND ${within(scope, nodeColumns('n'))}`;
  return company ?? null;
}

/**
 * The reason that a program option can't be assigned to a company (C1.013), or null. It requires the permission to
 * change program options. The option is locked until the commit.
 */
export async function programOptionRefusal(
  tx: Transaction,
  principal: Principal,
  issuerId: string,
  programOptionId: string
): Promise<Refusal | null> {
  if (!may(principal, 'program_options', 'modify')) return { code: 'user.not.authorized', field: 'programOptionId' };
  const isKnown = await holdProgramOption(tx, issuerId, programOptionId);
  return isKnown ? null : { code: 'invalid.entry', field: 'programOptionId' };
}

/**
 * Sets a company's program option. The company's own form contains it too, so its version rises and open forms become
 * stale.
 */
export async function setProgramOption(
  tx: Transaction,
  { issuerId, id }: { issuerId: string; id: string },
  programOptionId: string
): Promise<void> {
  await tx.company.updateMany({ where: { issuerId, id }, data: { programOptionId } });
  await tx.node.updateMany({ where: { issuerId, id }, data: { version: { increment: 1 }, updatedAt: now() } });
}

const currencyRow = z.strictObject({ currency: z.string() });

/** The currency of the company with an id in an issuer, as an expression of SQL. */
export const companyCurrency = (issuer: Prisma.Sql, id: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT c.currency FROM companies c WHERE c.issuer_id = ${issuer} AND c.id = ${id})`;

/** The currency of a company, which the limits of its own rules are in. */
export async function currencyOf(tx: Transaction, issuerId: string, companyId: string): Promise<string> {
  const [row] = await readRows(tx, currencyRow)`
    SELECT currency FROM companies WHERE issuer_id = ${issuerId}::uuid AND id = ${companyId}::uuid`;
  return (row as { currency: string }).currency;
}
