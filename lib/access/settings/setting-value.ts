import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { sqlName } from '../../core/database/names';
import { Prisma } from '../../core/database/prisma/client';
import { readRows, textOf } from '../../core/database/rows';
import { decrypt } from '../../core/secrets/encryption';
import { log } from '../../core/server/log';
import { bounded } from './bounded';
import { SETTINGS, type SettingKey, type SettingValue, type SettingValues, settingOf } from './settings';

/** The place of a setting: an issuer, or one of its companies. */
export interface SettingPlace {
  issuerId: string;
  companyId: string | null;
}

const settingRow = z.strictObject({
  key: textOf<SettingKey>(),
  nodeId: z.string(),
  value: z.unknown()
});
type StoredSetting = z.infer<typeof settingRow>;

/** The place to which a secret is bound, so that it can't be moved to another node or setting. */
export const secretPlace = (issuerId: string, nodeId: string, key: string) => `settings/${issuerId}/${nodeId}/${key}`;

/** The values stored at the company and at the issuer. */
function stored(
  db: Transaction,
  { issuerId, companyId }: SettingPlace,
  keys: readonly SettingKey[]
): Promise<StoredSetting[]> {
  const nodes = companyId ? [companyId, issuerId] : [issuerId];
  return readRows(db, settingRow)`
    SELECT key, node_id AS "nodeId", value FROM settings
    WHERE issuer_id = ${issuerId}::uuid AND node_id = ANY(${nodes}::uuid[]) AND key = ANY(${keys})`;
}

/** A stored value in its type; undefined if it no longer fits the declaration. */
function readable(issuerId: string, { key, nodeId, value }: StoredSetting): unknown {
  const { type, schema } = settingOf(key);
  const plain =
    type === 'secret' && typeof value === 'string'
      ? decrypt('setting', Buffer.from(value, 'base64'), secretPlace(issuerId, nodeId, key)).toString('utf8')
      : value;
  const read = schema.safeParse(plain);
  if (!read.success) log.warn({ issuerId, nodeId, key }, 'a setting does not fit its declaration and is passed over');
  return read.data;
}

/**
 * The effective values of several settings: the company's value within the issuer's bounds, else the issuer's, else the
 * default. One query, never cached.
 */
export async function settingsOf<const K extends SettingKey>(
  db: Transaction,
  place: SettingPlace,
  keys: readonly K[]
): Promise<SettingValues<K>> {
  const rows = await stored(db, place, keys);
  const values = keys.map((key) => {
    const at = (isIssuer: boolean) => {
      const row = rows.find((each) => each.key === key && (each.nodeId === place.issuerId) === isIssuer);
      return row && readable(place.issuerId, row);
    };
    const [own, issuers = settingOf(key).default] = [at(false), at(true)];
    return [key, own === undefined ? issuers : bounded(key, own, issuers)];
  });
  return Object.fromEntries(values);
}

/** The effective value of one setting, in its own type. */
export async function settingValue<K extends SettingKey>(
  db: Transaction,
  place: SettingPlace,
  key: K
): Promise<SettingValue<K>> {
  return (await settingsOf(db, place, [key]))[key];
}

/** `bounded` in SQL: jsonb orders numbers by size and false before true, and null is ignored. */
function strictest(key: SettingKey, own: Prisma.Sql, issuers: Prisma.Sql): Prisma.Sql {
  switch (settingOf(key).stricter) {
    case 'lower':
    case 'no':
      return Prisma.sql`least(${own}, ${issuers})`;
    case 'yes':
      return Prisma.sql`greatest(${own}, ${issuers})`;
    default:
      return Prisma.sql`coalesce(${own}, ${issuers})`;
  }
}

/**
 * A setting within a larger query, as JSON (the driver returns the value): `issuer` and `company` are the columns with
 * the ids, `company` may be null. Not for secrets.
 */
export function settingColumn(key: SettingKey, issuer: Prisma.Sql, company: Prisma.Sql): Prisma.Sql {
  const otherwise = JSON.stringify(SETTINGS[key].default);
  const set = (node: Prisma.Sql) =>
    Prisma.sql`(SELECT s.value FROM settings s WHERE s.issuer_id = asked.issuer AND s.node_id = ${node} AND s.key = ${key})`;
  const issuers = Prisma.sql`coalesce(${set(Prisma.sql`asked.issuer`)}, ${otherwise}::jsonb)`;
  // Not by setting_value: a call for each row takes ten times as long as the look-up. The columns are named where no
  // column of `settings` is visible.
  return Prisma.sql`(
    SELECT ${strictest(key, set(Prisma.sql`asked.company`), issuers)}
    FROM (SELECT ${issuer} AS issuer, ${company} AS company) AS asked)`;
}

/**
 * Does the same for a query over many rows: `value` reads the result of `joins`, which the database computes once per
 * company and omits if unused. `alias` distinguishes the joins of one query.
 */
export function settingJoin(
  key: SettingKey,
  alias: string,
  issuer: Prisma.Sql,
  company: Prisma.Sql
): { joins: Prisma.Sql; value: Prisma.Sql } {
  const [own, above] = [sqlName(`${alias}_company`), sqlName(`${alias}_issuer`)];
  const otherwise = JSON.stringify(SETTINGS[key].default);
  return {
    joins: Prisma.sql`LEFT JOIN settings ${own} ON ${own}.issuer_id = ${issuer} AND ${own}.node_id = ${company} AND ${own}.key = ${key}
      LEFT JOIN settings ${above} ON ${above}.issuer_id = ${issuer} AND ${above}.node_id = ${issuer} AND ${above}.key = ${key}`,
    value: strictest(key, Prisma.sql`${own}.value`, Prisma.sql`coalesce(${above}.value, ${otherwise}::jsonb)`)
  };
}
