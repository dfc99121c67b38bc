import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import { nodeColumns, within } from '../../access/policy/scope';
import type { Origin } from '../../core/audit/audit';
import { database, type Transaction, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { exists, readRows } from '../../core/database/rows';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { atNode } from '../structure/reads/joins';
import { corporateCodeHash, corporateCodeSchema } from './corporate-code-rule';

const companyCodeRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  number: z.string(),
  name: z.string(),
  /** The time at which its code was set; null without one. Only the user who set the code knows it. */
  setAt: z.date().nullable()
});

/** A company with the state of its corporate code. */
export type CompanyCode = z.infer<typeof companyCodeRow>;

/** A new code, or none: then cardholders of the company can't register. */
export const corporateCodeFormSchema = z.union([
  z.object({ remove: z.literal(true) }).transform(() => ({ code: null })),
  z.object({ code: corporateCodeSchema })
]);

/** A company in the principal's scope, or null. */
export async function findCompanyCode(
  principal: Principal,
  id: string,
  db: Transaction = database(),
  { lock = false } = {}
): Promise<CompanyCode | null> {
  if (!may(principal, 'registrations', 'view')) return null;
  const rows = await readRows(db, companyCodeRow)`
    SELECT n.issuer_id AS "issuerId", n.id, n.number, n.name_1 AS name, k.set_at AS "setAt"
    FROM corporate_codes k RIGHT ${atNode('k.company_id')}
    WHERE n.id = ${id}::uuid AND n.kind = 'company' AND ${within(principal.scope, nodeColumns('n'))}
    ${lock ? Prisma.sql`FOR UPDATE OF n` : Prisma.empty}`;
  return rows[0] ?? null;
}

/** Sets, replaces or removes a company's corporate code (C5.038). It is unique in the issuer. */
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
      details: { removed: code === null }
    });
    return accepted(null);
  });
}

async function removeCode(tx: Transaction, { issuerId, id }: CompanyCode): Promise<boolean> {
  await tx.corporateCode.deleteMany({ where: { issuerId, companyId: id } });
  return true;
}

async function putCode(tx: Transaction, { issuerId, id }: CompanyCode, code: string): Promise<boolean> {
  const hash = corporateCodeHash(code);
  // Another company that sets the same code waits, and is refused.
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${`corporate-code/${issuerId}/${Buffer.from(hash).toString('hex')}`}))`;
  const isTaken = await exists(tx)`
    SELECT 1 FROM corporate_codes
    WHERE issuer_id = ${issuerId}::uuid AND (code_hash = ${hash} OR code = ${code}) AND company_id <> ${id}::uuid`;
  if (isTaken) return false;
  await tx.$executeRaw`
    INSERT INTO corporate_codes (issuer_id, company_id, code_hash, set_at)
    VALUES (${issuerId}::uuid, ${id}::uuid, ${hash}, ${now()})
    ON CONFLICT (issuer_id, company_id) DO UPDATE SET code = NULL, code_hash = EXCLUDED.code_hash, set_at = EXCLUDED.set_at`;
  return true;
}

const plainCodeRow = z.strictObject({ issuerId: z.string(), companyId: z.string(), code: z.string() });

/** Hashes corporate codes that an earlier version stored in clear text. Returns their number. */
export async function hashCorporateCodes(): Promise<number> {
  const rows = await readRows(database(), plainCodeRow)`
    SELECT issuer_id AS "issuerId", company_id AS "companyId", code FROM corporate_codes WHERE code IS NOT NULL`;
  for (const { issuerId, companyId, code } of rows)
    await database().corporateCode.updateMany({
      where: { issuerId, companyId, code },
      data: { code: null, codeHash: corporateCodeHash(code) }
    });
  return rows.length;
}
