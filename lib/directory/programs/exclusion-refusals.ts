import { bounded } from '../../access/settings/bounded';
import { EXCLUSIVE_KEYS, exclusionsBroken } from '../../access/settings/exclusions';
import { type SettingKey, type SettingValues, settingOf } from '../../access/settings/settings';
import { settingsOfKeys } from '../../access/settings/stored-settings';
import type { Transaction } from '../../core/database/database';
import type { Refusal } from '../../core/entry/refusal';
import { keysAt } from './configuration';
import type { ConfiguredNode } from './configured-node';

/**
 * The conflicts between settings after the changes (C5.067): at the node itself and, for an issuer's changes, at every
 * company that overrides one of those settings.
 */
export async function exclusionRefusals(
  tx: Transaction,
  { issuerId, id, kind }: ConfiguredNode,
  changes: readonly { key: SettingKey; after: { value: unknown } | undefined }[]
): Promise<Refusal[]> {
  const changed = changes.map(({ key }) => key).filter((key) => EXCLUSIVE_KEYS.includes(key));
  if (changed.length === 0) return [];
  const rows = await settingsOfKeys(tx, issuerId, EXCLUSIVE_KEYS);
  const own = (nodeId: string, key: SettingKey): { value: unknown } | undefined => {
    const change = nodeId === id ? changes.find((each) => each.key === key) : undefined;
    return change ? change.after : rows.find((row) => row.nodeId === nodeId && row.key === key);
  };
  const brokenAt = (nodeId: string) => {
    const keys = keysAt(nodeId === issuerId ? 'issuer' : 'company').filter((key) => EXCLUSIVE_KEYS.includes(key));
    const value = (key: SettingKey) => {
      const issuers = (own(issuerId, key) ?? { value: settingOf(key).default }).value;
      const set = nodeId === issuerId ? undefined : own(nodeId, key);
      return set ? bounded(key, set.value, issuers) : issuers;
    };
    return exclusionsBroken(
      Object.fromEntries(keys.map((key) => [key, value(key)])) as Partial<SettingValues>,
      changed
    );
  };
  const here = brokenAt(id);
  if (here.length > 0 || kind === 'company') return here;
  const companies = new Map(rows.filter(({ nodeId }) => nodeId !== issuerId).map(({ nodeId, name }) => [nodeId, name]));
  for (const [nodeId, company] of companies) {
    const [broken] = brokenAt(nodeId);
    if (broken) return [{ ...broken, code: `${broken.code}.at.company`, params: { company } }];
  }
  return [];
}
