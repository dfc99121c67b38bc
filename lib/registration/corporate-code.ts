import { z } from 'zod';
import { may, type Principal } from '../access/principal';
import { changesBetween, recordAct } from '../access/record-act';
import { nodeColumns, within } from '../access/scope';
import type { Origin } from '../core/audit';
import { now } from '../core/clock';
import { database, type Transaction, transaction } from '../core/database';
import { Prisma } from '../core/prisma/client';
import { accepted, type Result, refused } from '../core/refusal';
import { corporateCodeSchema } from './corporate-code-rule';

/** A company as the screen of its corporate code shows it. */
export interface CompanyCode {
  issuerId: string;
  id: string;
  number: string;
  name: string;
  code: string | null;
}

/** A code, or none: without one nobody registers as a cardholder of the company. */
export const corporateCodeFormSchema = z.object({
  code: z.preprocess(
    (typed) => (typeof typed === 'string' && typed.trim() === '' ? null : typed),
    corporateCodeSchema.nullable()
  )
});

/** A company in the principal's part, or null. */
export async function findCompanyCode(
  principal: Principal,
  id: string,
  db: Transaction = database(),
  { lock = false } = {}
): Promise<CompanyCode | null> {
  if (!may(principal, 'registrations', 'view')) return null;
  const rows = await db.$queryRaw<CompanyCode[]>`
    SELECT n.issuer_id AS "issuerId", n.id, n.number, n.name_1 AS name, k.code
    FROM nodes n LEFT JOIN corporate_codes k ON (k.issuer_id, k.company_id) = (n.issuer_id, n.id)
    WHERE n.id = ${id}::uuid AND n.kind = 'company' AND ${within(principal.scope, nodeColumns('n'))}
    ${lock ? Prisma.sql`FOR UPDATE OF n` : Prisma.empty}`;
  return rows[0] ?? null;
}

/** Gives a company its corporate code, another, or none (C5.038). Two companies of an issuer can't have the same. */
export async function setCorporateCode(
  principal: Principal,
  id: string,
  { code }: { code: string | null },
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const company = await findCompanyCode(principal, id, tx, { lock: true });
    if (!company) return refused({ code: 'company.not.found' });
    if (!may(principal, 'registrations', 'modify')) return refused({ code: 'user.not.authorized' });
    const { issuerId } = company;
    const changed = code === null ? await removeCode(tx, company) : await putCode(tx, company, code);
    if (!changed) return refused({ code: 'corporate.code.taken', field: 'code' });
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'corporate_code.set',
      entity: 'company',
      entityId: id,
      details: changesBetween({ code: company.code }, { code })
    });
    return accepted(null);
  });
}

async function removeCode(tx: Transaction, { issuerId, id }: CompanyCode): Promise<boolean> {
  await tx.corporateCode.deleteMany({ where: { issuerId, companyId: id } });
  return true;
}

async function putCode(tx: Transaction, { issuerId, id }: CompanyCode, code: string): Promise<boolean> {
  // Another company that wants the same waits, and is told.
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${`corporate-code/${issuerId}/${code}`}))`;
  const taken = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM corporate_codes WHERE issuer_id = ${issuerId}::uuid AND code = ${code} AND company_id <> ${id}::uuid`;
  if (taken.length > 0) return false;
  await tx.$executeRaw`
    INSERT INTO corporate_codes (issuer_id, company_id, code, set_at) VALUES (${issuerId}::uuid, ${id}::uuid, ${code}, ${now()})
    ON CONFLICT (issuer_id, company_id) DO UPDATE SET code = EXCLUDED.code, set_at = EXCLUDED.set_at`;
  return true;
}
