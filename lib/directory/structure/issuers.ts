import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { changesBetween, recordAct } from '../../access/policy/record-act';
import { areBrands, publishedBrands } from '../../brand/brands/reads/brands';
import { type Origin, SYSTEM_ISSUER_ID } from '../../core/audit/audit';
import { database, type Transaction, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { changedMeanwhile } from './nodes';
import { brandNamesOf } from './reads/issuer-brands';
import type { IssuerFields } from './schema';

const issuerRow = z.strictObject({
  number: z.string(),
  name1: z.string(),
  name2: z.string().nullable(),
  icas: z.array(z.string()),
  timeZone: z.string(),
  baseCurrency: z.string(),
  brands: z.array(z.string()),
  id: z.string(),
  version: z.number()
});
export type Issuer = z.infer<typeof issuerRow>;

/** An issuer's set-up data; null if the principal doesn't see all of it. */
export async function seenIssuer(
  { scope }: Pick<Principal, 'scope'>,
  id: string,
  tx: Transaction = database()
): Promise<Issuer | null> {
  const whole = scope.everywhere || scope.subtrees.some(({ issuerId, isIssuer }) => isIssuer && issuerId === id);
  if (!whole) return null;
  const [issuer] = await readRows(tx, issuerRow)`
    SELECT i.id, i.number, i.name AS "name1", i.name_2 AS "name2", i.icas, i.time_zone AS "timeZone",
      i.base_currency AS "baseCurrency", n.version,
      ${brandNamesOf(Prisma.sql`i.id`)} AS brands
    FROM issuers i JOIN nodes n ON n.issuer_id = i.id AND n.id = i.id WHERE i.id = ${id}::uuid`;
  return issuer ?? null;
}

/** Creates an issuer, the root of its own structure, and returns its id. For system administrators. */
export function createIssuer(principal: Principal, issuer: IssuerFields, origin: Origin): Promise<Result<string>> {
  return transaction(async (tx) => {
    if (!may(principal, 'system', 'modify')) return refused({ code: 'forbidden.action' });
    if (!(await areBrands(tx, issuer.brands))) return refused({ code: 'brand.unknown', field: 'brands' });
    const id = newId();
    const { count } = await tx.issuer.createMany({
      data: { ...recordOf(issuer), id, createdAt: now(), updatedAt: now() },
      skipDuplicates: true
    });
    if (count === 0) return refused({ code: 'issuer.number.taken', field: 'number' });
    await setBrands(tx, id, issuer.brands);
    await recordAct(tx, principal, origin, {
      issuerId: id,
      action: 'issuer.created',
      entity: 'issuer',
      entityId: id,
      details: changesBetween({}, { ...issuer })
    });
    return accepted(id);
  });
}

/** Changes an issuer's data. For system administrators. */
export function changeIssuer(
  principal: Principal,
  id: string,
  { version, ...issuer }: IssuerFields & { version: number },
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    if (!may(principal, 'system', 'modify')) return refused({ code: 'forbidden.action' });
    await tx.$executeRaw`SELECT 1 FROM nodes WHERE issuer_id = ${id}::uuid AND id = ${id}::uuid FOR UPDATE`;
    const known = await seenIssuer(principal, id, tx);
    if (!known) return refused({ code: 'not.found' });
    if (known.version !== version) return refused(changedMeanwhile(known));
    const changes = changesBetween({ ...known }, { ...issuer });
    if (Object.keys(changes).length === 0) return accepted(null);
    const taken = await tx.issuer.findFirst({ where: { number: issuer.number, id: { not: id } } });
    if (taken) return refused({ code: 'issuer.number.taken', field: 'number' });
    if (!(await areBrands(tx, issuer.brands))) return refused({ code: 'brand.unknown', field: 'brands' });
    // A trigger copies number and names to its node (place_issuer).
    await tx.issuer.updateMany({
      where: { id },
      data: { ...recordOf(issuer), updatedAt: now() }
    });
    await tx.$executeRaw`UPDATE nodes SET version = version + 1 WHERE issuer_id = ${id}::uuid AND id = ${id}::uuid`;
    await setBrands(tx, id, issuer.brands);
    await recordAct(tx, principal, origin, {
      issuerId: id,
      action: 'issuer.changed',
      entity: 'issuer',
      entityId: id,
      details: changes
    });
    return accepted(null);
  });
}

/** An issuer's own columns. */
const recordOf = ({ number, name1, name2, icas, timeZone, baseCurrency }: IssuerFields) => ({
  number,
  name: name1,
  name2,
  icas,
  timeZone,
  baseCurrency
});

/** Sets the brands on which the issuer's users sign in. */
async function setBrands(tx: Transaction, issuerId: string, brands: readonly string[]): Promise<void> {
  await tx.issuerBrand.deleteMany({ where: { issuerId, brandName: { notIn: [...brands] } } });
  await tx.issuerBrand.createMany({
    data: brands.map((brandName) => ({ issuerId, brandName })),
    skipDuplicates: true
  });
}

/** All issuers by name, for system administrators; empty for others. */
export function issuerChoices(principal: Principal): Promise<{ id: string; number: string; name: string }[]> {
  if (!may(principal, 'system', 'view')) return Promise.resolve([]);
  return database().issuer.findMany({
    where: { id: { not: SYSTEM_ISSUER_ID } },
    select: { id: true, number: true, name: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: 1000
  });
}

/** The brands that an issuer's users could use, for system administrators; empty for others. */
export async function brandChoices(principal: Principal): Promise<{ name: string; displayName: string }[]> {
  if (!may(principal, 'system', 'view')) return [];
  return publishedBrands(database());
}
