import { may, type Principal } from '../../access/policy/principal';
import { changesBetween, recordAct } from '../../access/policy/record-act';
import { type Origin, SYSTEM_ISSUER_ID } from '../../core/audit/audit';
import { database, type Transaction, transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { changedMeanwhile } from './nodes';
import type { IssuerFields } from './schema';

export interface Issuer extends IssuerFields {
  id: string;
  version: number;
}

/** An issuer as its set-up shows it; null to those who don't see all of it. */
export async function seenIssuer(
  { scope }: Pick<Principal, 'scope'>,
  id: string,
  tx: Transaction = database()
): Promise<Issuer | null> {
  const whole = scope.everywhere || scope.subtrees.some(({ issuerId, isIssuer }) => isIssuer && issuerId === id);
  if (!whole) return null;
  const [issuer] = await tx.$queryRaw<Issuer[]>`
    SELECT i.id, i.number, i.name AS "name1", i.name_2 AS "name2", i.icas, i.time_zone AS "timeZone",
      i.base_currency AS "baseCurrency", n.version,
      ARRAY(SELECT brand_name FROM issuer_brands b WHERE b.issuer_id = i.id ORDER BY brand_name) AS brands
    FROM issuers i JOIN nodes n ON n.issuer_id = i.id AND n.id = i.id WHERE i.id = ${id}::uuid`;
  return issuer ?? null;
}

/** Creates an issuer, the root of a structure of its own, and gives its id. For system administrators. */
export function createIssuer(principal: Principal, issuer: IssuerFields, origin: Origin): Promise<Result<string>> {
  return transaction(async (tx) => {
    if (!may(principal, 'system', 'modify')) return refused({ code: 'forbidden.action' });
    if (!(await areBrands(tx, issuer.brands))) return refused({ code: 'brand.unknown', field: 'brands' });
    const id = newId();
    const inserted = await tx.$executeRaw`
      INSERT INTO issuers (id, number, name, name_2, icas, time_zone, base_currency, created_at, updated_at)
      VALUES (${id}::uuid, ${issuer.number}, ${issuer.name1}, ${issuer.name2}, ${issuer.icas}, ${issuer.timeZone},
        ${issuer.baseCurrency}, ${now()}, ${now()})
      ON CONFLICT (number) DO NOTHING`;
    if (inserted === 0) return refused({ code: 'issuer.number.taken', field: 'number' });
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

/** Changes what an issuer is. For system administrators. */
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
    // Its node takes the number and the names over (place_issuer).
    await tx.$executeRaw`
      UPDATE issuers SET number = ${issuer.number}, name = ${issuer.name1}, name_2 = ${issuer.name2}, icas = ${issuer.icas},
        time_zone = ${issuer.timeZone}, base_currency = ${issuer.baseCurrency}, updated_at = ${now()}
      WHERE id = ${id}::uuid`;
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

async function areBrands(tx: Transaction, brands: readonly string[]): Promise<boolean> {
  return (await tx.brand.count({ where: { name: { in: [...brands] } } })) === new Set(brands).size;
}

/** Which brands the issuer's people sign in on. */
async function setBrands(tx: Transaction, issuerId: string, brands: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM issuer_brands WHERE issuer_id = ${issuerId}::uuid AND NOT (brand_name = ANY(${[...brands]}))`;
  await tx.$executeRaw`
    INSERT INTO issuer_brands (issuer_id, brand_name) SELECT ${issuerId}::uuid, unnest(${[...brands]}::text[])
    ON CONFLICT DO NOTHING`;
}

/** Every issuer by name, for who sets up the system; others are offered none. */
export function issuerChoices(principal: Principal): Promise<{ id: string; number: string; name: string }[]> {
  if (!may(principal, 'system', 'view')) return Promise.resolve([]);
  return database().$queryRaw<{ id: string; number: string; name: string }[]>`
    SELECT id, number, name FROM issuers WHERE id <> ${SYSTEM_ISSUER_ID}::uuid ORDER BY name, id LIMIT 1000`;
}

/** The brands that an issuer's people could sign in on, for who sets up the system; others are offered none. */
export async function brandChoices(principal: Principal): Promise<{ name: string; displayName: string }[]> {
  if (!may(principal, 'system', 'view')) return [];
  const brands = await database().$queryRaw<{ name: string; displayName: string }[]>`
    SELECT name, display_name AS "displayName" FROM brands WHERE status = 'active' ORDER BY display_name, name`;
  return brands;
}
