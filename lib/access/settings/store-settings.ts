import type { Transaction } from '../../core/database/database';
import { now } from '../../core/server/clock';

interface SettingAddress {
  issuerId: string;
  /** The issuer or company that it is set for. */
  nodeId: string;
  key: string;
}

/** Stores the value of a setting. */
export async function storeSetting(
  tx: Transaction,
  { issuerId, nodeId, key }: SettingAddress,
  value: unknown
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO settings (issuer_id, node_id, key, value, updated_at)
    VALUES (${issuerId}::uuid, ${nodeId}::uuid, ${key}, ${JSON.stringify(value)}::jsonb, ${now()})
    ON CONFLICT (issuer_id, node_id, key) DO UPDATE SET value = EXCLUDED.value, updated_at = EXCLUDED.updated_at`;
}

/** Deletes the value of a setting, which is then inherited. */
export async function clearSetting(tx: Transaction, { issuerId, nodeId, key }: SettingAddress): Promise<void> {
  await tx.setting.deleteMany({ where: { issuerId, nodeId, key } });
}

/** Deletes the values of a setting for all companies of an issuer. */
export async function clearCompanySettings(
  tx: Transaction,
  { issuerId, key }: Pick<SettingAddress, 'issuerId' | 'key'>
): Promise<void> {
  await tx.setting.deleteMany({ where: { issuerId, nodeId: { not: issuerId }, key } });
}
