import type { Transaction } from '../core/database';
import { decrypt } from '../core/encryption';
import { log } from '../core/log';
import { Prisma } from '../core/prisma/client';
import { SETTINGS, type SettingKey, type SettingValue, type SettingValues, settingOf } from './settings';

/** Whom a setting is asked for: an issuer, or one of its companies. */
export interface SettingPlace {
  issuerId: string;
  companyId: string | null;
}

interface Row {
  key: SettingKey;
  nodeId: string;
  value: unknown;
}

/** Where a secret is kept, so that it can't be moved to another node or setting. */
export const secretPlace = (issuerId: string, nodeId: string, key: string) => `settings/${issuerId}/${nodeId}/${key}`;

/** What is set at the company and at the issuer, the company's first. */
function stored(db: Transaction, { issuerId, companyId }: SettingPlace, keys: readonly SettingKey[]): Promise<Row[]> {
  const nodes = companyId && companyId !== issuerId ? [companyId, issuerId] : [issuerId];
  return db.$queryRaw<Row[]>`
    SELECT key, node_id AS "nodeId", value FROM settings
    WHERE issuer_id = ${issuerId}::uuid AND node_id = ANY(${nodes}::uuid[]) AND key = ANY(${keys})
    ORDER BY node_id = issuer_id`;
}

/** A stored value as its type has it; undefined when it no longer fits the declaration. */
function readable(issuerId: string, { key, nodeId, value }: Row): unknown {
  const { type, schema } = settingOf(key);
  const plain =
    type === 'secret' && typeof value === 'string'
      ? decrypt('setting', Buffer.from(value, 'base64'), secretPlace(issuerId, nodeId, key)).toString('utf8')
      : value;
  const read = schema.safeParse(plain);
  if (!read.success) log.warn({ issuerId, nodeId, key }, 'a setting does not fit its declaration and is passed over');
  return read.success ? read.data : undefined;
}

/** What holds for several settings: the company's value, else the issuer's, else the default. One query, never cached. */
export async function settingsOf<const K extends SettingKey>(
  db: Transaction,
  place: SettingPlace,
  keys: readonly K[]
): Promise<SettingValues<K>> {
  const rows = await stored(db, place, keys);
  const values = keys.map((key) => {
    const set = rows.filter((row) => row.key === key).map((row) => readable(place.issuerId, row));
    const value = set.find((each) => each !== undefined);
    return [key, value === undefined ? settingOf(key).default : value];
  });
  return Object.fromEntries(values);
}

/** What holds for one setting, in the setting's own type. */
export async function settingValue<K extends SettingKey>(
  db: Transaction,
  place: SettingPlace,
  key: K
): Promise<SettingValue<K>> {
  return (await settingsOf(db, place, [key]))[key];
}

/**
 * A setting inside a larger query, as JSON (the driver hands over the value): `issuer` and `company` are the
 * columns that hold the ids, `company` may be null there. Not for secrets.
 */
export function settingColumn(key: SettingKey, issuer: Prisma.Sql, company: Prisma.Sql): Prisma.Sql {
  const otherwise = JSON.stringify(SETTINGS[key].default);
  // Not by setting_value: a call for each row takes ten times as long as the look-up. The columns are named where none of
  // `settings` are in sight.
  return Prisma.sql`coalesce((
    SELECT s.value FROM (SELECT ${issuer} AS issuer, ${company} AS company) AS asked
    JOIN settings s ON s.issuer_id = asked.issuer AND s.node_id IN (asked.company, asked.issuer) AND s.key = ${key}
    ORDER BY s.node_id = s.issuer_id LIMIT 1), ${otherwise}::jsonb)`;
}

/**
 * The same for a query over many rows: `value` looks at what `joins` brings, which the database looks up once for each
 * company and leaves out where nothing asks for it. `alias` tells the joins of one query apart.
 */
export function settingJoin(
  key: SettingKey,
  alias: string,
  issuer: Prisma.Sql,
  company: Prisma.Sql
): { joins: Prisma.Sql; value: Prisma.Sql } {
  const [own, above] = [Prisma.raw(`${alias}_company`), Prisma.raw(`${alias}_issuer`)];
  const otherwise = JSON.stringify(SETTINGS[key].default);
  return {
    joins: Prisma.sql`LEFT JOIN settings ${own} ON ${own}.issuer_id = ${issuer} AND ${own}.node_id = ${company} AND ${own}.key = ${key}
      LEFT JOIN settings ${above} ON ${above}.issuer_id = ${issuer} AND ${above}.node_id = ${issuer} AND ${above}.key = ${key}`,
    value: Prisma.sql`coalesce(${own}.value, ${above}.value, ${otherwise}::jsonb)`
  };
}
