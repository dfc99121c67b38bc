import { may, type Principal } from '../../access/policy/principal';
import { bounded } from '../../access/settings/bounded';
import { SETTING_KEYS, type SettingKey, settingOf } from '../../access/settings/settings';
import { type StoredSetting, storedSettings } from '../../access/settings/stored-settings';
import { database } from '../../core/database/database';
import { type ConfiguredNode, configurationArea, configuredNode } from './configured-node';

/** A setting as displayed for its issuer or company. */
export interface ConfiguredSetting {
  key: SettingKey;
  /** The effective value. Null for a secret. */
  value: unknown;
  /** The source of the effective value. */
  source: 'here' | 'issuer' | 'default';
  /** The inherited value. */
  inherited: unknown;
  /** The source of the inherited value. */
  inheritedFrom: 'issuer' | 'default';
  /** A fingerprint of the stored value, which detects concurrent saves. */
  stamp: string;
}

export interface Configuration {
  node: ConfiguredNode;
  mayChange: boolean;
  settings: ConfiguredSetting[];
}

/** The settings that an issuer or a company may change. */
export const keysAt = (kind: ConfiguredNode['kind']): SettingKey[] =>
  SETTING_KEYS.filter((key) => kind === 'issuer' || settingOf(key).levels === 'issuer and company');

/** A stored value if it is still valid for its declaration; of a secret only its presence. */
export function fitting(key: SettingKey, stored: StoredSetting | undefined): { value: unknown } | undefined {
  if (!stored) return undefined;
  const { type, schema } = settingOf(key);
  if (type === 'secret') return { value: null };
  return schema.safeParse(stored.value).success ? { value: stored.value } : undefined;
}

/** All settings of an issuer or a company with their sources (C1.013); null if the principal may not see it. */
export async function configurationOf(principal: Principal, nodeId: string): Promise<Configuration | null> {
  const node = await configuredNode(principal, nodeId);
  if (!node) return null;
  const rows = await storedSettings(database(), node.issuerId, [node.issuerId, node.id]);
  const at = (id: string, key: SettingKey) => rows.find((row) => row.nodeId === id && row.key === key);
  const settings = keysAt(node.kind).map((key): ConfiguredSetting => {
    const here = at(node.id, key);
    const [own, issuers] = [
      fitting(key, here),
      node.kind === 'company' ? fitting(key, at(node.issuerId, key)) : undefined
    ];
    const inherited = issuers ? issuers.value : settingOf(key).default;
    const inheritedFrom = issuers ? 'issuer' : 'default';
    return {
      key,
      value: own ? (node.kind === 'company' ? bounded(key, own.value, inherited) : own.value) : inherited,
      source: own ? 'here' : inheritedFrom,
      inherited,
      inheritedFrom,
      stamp: here?.stamp ?? ''
    };
  });
  return { node, mayChange: may(principal, configurationArea(node.kind), 'modify'), settings };
}
