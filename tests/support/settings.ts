import type { SettingKey, SettingValue } from '@/lib/access/settings/settings';
import type { TestDatabase } from './database';

/** Sets a setting of an issuer, or of one of its companies. */
export async function withSetting<K extends SettingKey>(
  database: TestDatabase,
  { issuerId, companyId }: { issuerId: string; companyId?: string },
  key: K,
  value: SettingValue<K>
): Promise<void> {
  await database.query(
    `INSERT INTO settings (issuer_id, node_id, key, value) VALUES ($1, $2, $3, $4::jsonb)
     ON CONFLICT (issuer_id, node_id, key) DO UPDATE SET value = EXCLUDED.value`,
    [issuerId, companyId ?? issuerId, key, JSON.stringify(value)]
  );
}
