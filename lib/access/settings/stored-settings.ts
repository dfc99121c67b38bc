import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows, textOf } from '../../core/database/rows';
import { nameOfNode } from '../../directory/structure/reads/node-columns';
import type { SettingKey } from './settings';

const storedSettingRow = z.strictObject({
  nodeId: z.string(),
  key: textOf<SettingKey>(),
  value: z.unknown(),
  stamp: z.string()
});
export type StoredSetting = z.infer<typeof storedSettingRow>;

/** The settings stored at nodes of an issuer. The stamp changes with each save. */
export function storedSettings(
  tx: Transaction,
  issuerId: string,
  nodeIds: readonly string[]
): Promise<StoredSetting[]> {
  return readRows(tx, storedSettingRow)`
    SELECT node_id AS "nodeId", key, value, md5(concat(value::text, updated_at::text)) AS stamp FROM settings
    WHERE issuer_id = ${issuerId}::uuid AND node_id = ANY(${nodeIds}::uuid[])`;
}

const namedSettingRow = storedSettingRow.omit({ stamp: true }).extend({ name: z.string() });

/** The settings of these keys stored at any node of an issuer, with the node's name. */
export const settingsOfKeys = (tx: Transaction, issuerId: string, keys: readonly SettingKey[]) =>
  readRows(tx, namedSettingRow)`
    SELECT s.node_id AS "nodeId", ${nameOfNode(Prisma.sql`s.issuer_id`, Prisma.sql`s.node_id`)} AS name, s.key, s.value
    FROM settings s WHERE s.issuer_id = ${issuerId}::uuid AND s.key = ANY(${[...keys]})`;

/** The number of settings stored at node `n` itself, as an expression of SQL. */
export const SETTINGS_STORED = Prisma.sql`(
  SELECT count(*)::int FROM settings s WHERE (s.issuer_id, s.node_id) = (n.issuer_id, n.id))`;
