import { settingsOf } from '../../../access/settings/setting-value';
import { database, type Transaction } from '../../../core/database/database';
import { type Result, refused } from '../../../core/entry/refusal';
import type { ScheduleEntry } from './schema';

const MEGABYTE = 1024 ** 2;

/** What an issuer lets its schedules send by mail: files of so many bytes at most, null for none, and to which domains outside. */
export interface MailRules {
  most: number | null;
  domains: readonly string[];
}

/** The rules of an issuer (C2.084): by itself no file leaves the system by mail. */
export async function mailRulesOf(issuerId: string, tx: Transaction = database()): Promise<MailRules> {
  const place = { issuerId, companyId: null };
  const set = await settingsOf(tx, place, ['report.mail.megabytes', 'report.mail.domains']);
  const megabytes = set['report.mail.megabytes'];
  return {
    most: megabytes === null ? null : megabytes * MEGABYTE,
    domains: set['report.mail.domains'].map((domain) => domain.toLowerCase())
  };
}

/** Whether a file may be mailed to an address outside: only to the domains of the issuer's own list. */
export const isAllowed = ({ domains }: MailRules, address: string): boolean =>
  domains.includes(address.slice(address.lastIndexOf('@') + 1).toLowerCase());

/** The refusal of a schedule that mails its file against the issuer's rules, at its field. */
export async function mailFault(
  tx: Transaction,
  issuerId: string,
  { attached, addresses }: ScheduleEntry
): Promise<Result<never> | null> {
  if (!attached) return null;
  const rules = await mailRulesOf(issuerId, tx);
  if (rules.most === null) return refused({ code: 'report.attach.off', field: 'attached' });
  const outside = addresses.find((address) => !isAllowed(rules, address));
  return outside === undefined
    ? null
    : refused({ code: 'report.attach.domain', field: 'addresses', params: { value: outside } });
}
