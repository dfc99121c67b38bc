import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import { isLaxer } from '../../access/settings/bounded';
import { readSetting } from '../../access/settings/setting-entry';
import { secretPlace } from '../../access/settings/setting-value';
import { type SettingKey, settingOf } from '../../access/settings/settings';
import { clearCompanySettings, clearSetting, storeSetting } from '../../access/settings/store-settings';
import { type StoredSetting, storedSettings } from '../../access/settings/stored-settings';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import type { Refusal } from '../../core/entry/refusal';
import { encrypt } from '../../core/secrets/encryption';
import { serializeAtIssuer } from '../structure/reads/node-that';
import { fitting, keysAt } from './configuration';
import { type ConfiguredNode, configurationArea, configuredNode } from './configured-node';
import { exclusionRefusals } from './exclusion-refusals';
import { SETTING_GUARDS } from './setting-guards';

/** A change of one setting: the entered value, or null to inherit; `stamp` is the one displayed. */
export interface SettingEntry {
  key: string;
  typed: string | null;
  stamp: string;
}

export type Saved = { ok: true; changed: number } | { ok: false; refusals: Refusal[] };

interface Change {
  key: SettingKey;
  /** Undefined: inherited. */
  before: { value: unknown } | undefined;
  after: { value: unknown } | undefined;
}

class Refused extends Error {
  constructor(readonly refusals: Refusal[]) {
    super('the configuration can not be saved so');
  }
}

/**
 * Saves settings of an issuer or a company, all or none, effective immediately. A setting that another user changed
 * meanwhile is refused at its field, and no entry is lost.
 */
export async function saveConfiguration(
  principal: Principal,
  nodeId: string,
  entries: readonly SettingEntry[],
  origin: Origin
): Promise<Saved> {
  try {
    const changed = await transaction((tx) => save(tx, principal, nodeId, entries, origin));
    return { ok: true, changed };
  } catch (err) {
    if (err instanceof Refused) return { ok: false, refusals: err.refusals };
    throw err;
  }
}

async function save(
  tx: Transaction,
  principal: Principal,
  nodeId: string,
  entries: readonly SettingEntry[],
  origin: Origin
): Promise<number> {
  const node = await configuredNode(principal, nodeId, tx);
  if (!node) throw new Refused([{ code: 'not.found' }]);
  if (!may(principal, configurationArea(node.kind), 'modify')) throw new Refused([{ code: 'user.not.authorized' }]);
  // Serializes the saves of an issuer and its companies, because settings exclude one another across both levels.
  await serializeAtIssuer(tx, node.issuerId);
  const stored = await storedSettings(tx, node.issuerId, [node.issuerId, node.id]);
  const { changes, refusals } = changesOf(node, stored, entries);
  refusals.push(...(await guarded(tx, node, stored, changes)));
  if (refusals.length === 0) refusals.push(...(await exclusionRefusals(tx, node, changes)));
  if (refusals.length > 0) throw new Refused(refusals);
  for (const change of changes) await write(tx, node, change);
  if (changes.length > 0)
    await recordAct(tx, principal, origin, {
      issuerId: node.issuerId,
      action: 'configuration.changed',
      entity: node.kind,
      entityId: node.id,
      nodeId: node.id,
      details: Object.fromEntries(
        changes.flatMap(({ key, before, after }) => [
          [`before.${key}`, audited(key, before)],
          [`after.${key}`, audited(key, after)]
        ])
      )
    });
  return changes.length;
}

/** The changes of valid entries, and the refusals of the others. */
function changesOf(
  node: ConfiguredNode,
  stored: readonly StoredSetting[],
  entries: readonly SettingEntry[]
): { changes: Change[]; refusals: Refusal[] } {
  const [changes, refusals]: [Change[], Refusal[]] = [[], []];
  const keys = keysAt(node.kind);
  for (const { key: name, typed, stamp } of entries) {
    const key = keys.find((each) => each === name);
    if (!key) {
      refusals.push({ code: 'invalid.entry', field: name });
      continue;
    }
    const own = stored.find((row) => row.nodeId === node.id && row.key === key);
    if ((own?.stamp ?? '') !== stamp) {
      refusals.push({ code: 'setting.stale', field: key });
      continue;
    }
    const read = typed === null ? null : readSetting(key, typed);
    const lax = read?.ok && node.kind === 'company' && laxer(key, read.value, issuersValue(node, stored, key));
    if (read && !read.ok) refusals.push(read.refusal);
    else if (lax) refusals.push(lax);
    else if (read ? !isSame(key, own, read.value) : own)
      changes.push({ key, before: fitting(key, own), after: read ? { value: read.value } : undefined });
  }
  return { changes, refusals };
}

/** The value that a company inherits. */
function issuersValue({ issuerId }: ConfiguredNode, stored: readonly StoredSetting[], key: SettingKey): unknown {
  const row = stored.find((each) => each.nodeId === issuerId && each.key === key);
  return (fitting(key, row) ?? { value: settingOf(key).default }).value;
}

/** The refusal of a company's value that is less strict than its issuer's, with the issuer's value. */
function laxer(key: SettingKey, value: unknown, issuers: unknown): Refusal | undefined {
  const { stricter } = settingOf(key);
  if (!stricter || !isLaxer(key, value, issuers)) return undefined;
  const code = `setting.issuer.asks.${stricter}` as const;
  return { code, field: key, ...(typeof issuers === 'number' && { params: { issuer: issuers } }) };
}

function isSame(key: SettingKey, own: StoredSetting | undefined, value: unknown): boolean {
  return settingOf(key).type !== 'secret' && own !== undefined && JSON.stringify(own.value) === JSON.stringify(value);
}

async function guarded(
  tx: Transaction,
  node: ConfiguredNode,
  stored: readonly StoredSetting[],
  changes: readonly Change[]
): Promise<Refusal[]> {
  const refusals: Refusal[] = [];
  for (const { key, before, after } of changes) {
    const guard = SETTING_GUARDS[key] as
      | ((
          tx: Transaction,
          change: { node: ConfiguredNode; before: unknown; after: unknown }
        ) => Promise<Refusal | null>)
      | undefined;
    if (!guard) continue;
    const inherited = { value: node.kind === 'company' ? issuersValue(node, stored, key) : settingOf(key).default };
    const refusal = await guard(tx, { node, before: (before ?? inherited).value, after: (after ?? inherited).value });
    if (refusal) refusals.push({ field: key, ...refusal });
  }
  return refusals;
}

async function write(tx: Transaction, { issuerId, id }: ConfiguredNode, { key, after }: Change): Promise<void> {
  // When the issuer makes the setting its own, the companies' values are removed.
  if (settingOf(key).levels === 'issuer') await clearCompanySettings(tx, { issuerId, key });
  const address = { issuerId, nodeId: id, key };
  if (!after) return clearSetting(tx, address);
  const { value } = after;
  const kept =
    settingOf(key).type === 'secret' && typeof value === 'string'
      ? encrypt('setting', Buffer.from(value), secretPlace(issuerId, id, key)).toString('base64')
      : value;
  await storeSetting(tx, address, kept);
}

/** The value for the audit as JSON: null for an inherited one, and of a secret only its presence. */
function audited(key: SettingKey, set: { value: unknown } | undefined): string | null {
  if (!set) return null;
  return settingOf(key).type === 'secret' ? '"•"' : JSON.stringify(set.value);
}
