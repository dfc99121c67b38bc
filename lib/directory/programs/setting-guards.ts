import type { SettingKey, SettingValue } from '../../access/settings/settings';
import type { Transaction } from '../../core/database/database';
import type { Refusal } from '../../core/entry/refusal';
import { hasLinkedIds } from '../people/links/links';
import type { ConfiguredNode } from './configured-node';

/** The minimum password length for new issuers (CD.1). */
const NEW_ISSUERS_PASSWORD_LENGTH = 12;

export interface SettingChange<K extends SettingKey> {
  node: ConfiguredNode;
  /** The value before and after the change. */
  before: SettingValue<K>;
  after: SettingValue<K>;
}

type Guards = {
  [K in SettingKey]?: (tx: Transaction, change: SettingChange<K>) => Promise<Refusal | null> | Refusal | null;
};

/** Further conditions of a change, by setting, that its bounds can't express. */
export const SETTING_GUARDS: Guards = {
  'password.minimum.length': (_tx, { before, after }) =>
    after < Math.min(before, NEW_ISSUERS_PASSWORD_LENGTH)
      ? {
          code: 'setting.password.minimum.length.lowered',
          params: { least: Math.min(before, NEW_ISSUERS_PASSWORD_LENGTH) }
        }
      : null,
  // C4.033
  'multi.user': async (tx, { node: { issuerId, id, kind }, after }) =>
    !after && (await hasLinkedIds(tx, { issuerId, companyId: kind === 'company' ? id : null }))
      ? { code: 'setting.multi.user.linked' }
      : null
};
