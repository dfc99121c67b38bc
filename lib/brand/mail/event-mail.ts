import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import { rowsOf } from '../../kit/setup/records-of';
import emailSetting from './entities/email-setting';
import emailTemplate from './entities/email-template';
import { queueMail } from './queue-mail';
import type { MailEvent } from './templates';

const concernedRow = z.strictObject({
  email: z.string(),
  name: z.string(),
  locale: z.string().nullable()
});

/** A user whom an event concerns. */
type Concerned = z.infer<typeof concernedRow>;

export interface EventNotice {
  event: MailEvent;
  issuerId: string;
  companyId: string | null;
  /** The brand of the mail, if it is the issuer's; else the issuer's first. */
  brandName: string;
  /** The subject of the event, in words. */
  about: string;
  concerned: readonly Concerned[];
  /** Whether the product already sends its own mail: then only a template adds one. */
  told?: boolean;
}

const settingRow = z.strictObject({
  recipients: z.array(z.string()).nullable(),
  toCardholder: z.boolean().nullable(),
  subject: z.string().nullable(),
  body: z.string().nullable(),
  language: z.string().nullable(),
  footerId: z.string().nullable()
});
type Setting = z.infer<typeof settingRow>;

/**
 * Queues the mails that the company, or else its issuer, has configured for an event (C3.030): to the users concerned
 * and to further addresses, with the text of the named template, or ours.
 */
export async function queueEventMails(tx: Transaction, notice: EventNotice): Promise<void> {
  const queue = await eventMails(tx, notice);
  await queue?.(notice);
}

/** The same for many events of one kind at one company: what queues the mails of each; null if none are configured. */
export async function eventMails(
  tx: Transaction,
  of: Pick<EventNotice, 'event' | 'issuerId' | 'companyId' | 'brandName'>
): Promise<((notice: Pick<EventNotice, 'about' | 'concerned' | 'told'>) => Promise<void>) | null> {
  const { event, issuerId } = of;
  const setting = await settingOf(tx, of);
  if (!setting) return null;
  const { recipients, toCardholder, subject, body, language, footerId } = setting;
  const brandName = await brandOf(tx, of);
  const others = (recipients ?? []).map((email) => ({ email, name: email, locale: null }));
  return async ({ about, concerned, told = false }) => {
    const persons = toCardholder && (!told || body !== null) ? concerned : [];
    const params = { event, about, ...(subject !== null && body !== null && { subject, body }) };
    for (const { email, name, locale } of [...persons, ...others])
      await queueMail(tx, issuerId, {
        template: 'event',
        to: email,
        name,
        brandName,
        locale: language ?? locale ?? '',
        params,
        ...(footerId !== null && { footerId })
      });
  };
}

/** The cardholders of an account with an e-mail address. */
export function cardholdersOf(tx: Transaction, issuerId: string, accountId: string): Promise<Concerned[]> {
  return readRows(tx, concernedRow)`
    SELECT DISTINCT u.email, concat_ws(' ', u.first_name, u.last_name) AS name, u.locale
    FROM assignment_nodes n JOIN assignments a ON (a.issuer_id, a.id) = (n.issuer_id, n.assignment_id) AND a.role = 'A'
      AND role_in_force(a.issuer_id, a.last_day, ${now()})
    JOIN users u ON (u.issuer_id, u.id) = (a.issuer_id, a.user_id) AND u.status = 'active'
    WHERE n.issuer_id = ${issuerId}::uuid AND n.node_id = ${accountId}::uuid AND u.email IS NOT NULL`;
}

/** The company's own setting precedes the one of its issuer. */
async function settingOf(
  tx: Transaction,
  { event, issuerId, companyId }: Pick<EventNotice, 'event' | 'issuerId' | 'companyId'>
): Promise<Setting | undefined> {
  const [setting] = await readRows(tx, settingRow)`
    SELECT s.recipients, s.to_cardholder AS "toCardholder", t.subject, t.body, t.language, t.footer AS "footerId"
    FROM ${rowsOf(emailSetting)} s
    LEFT JOIN ${rowsOf(emailTemplate)} t ON (t.issuer_id, t.id) = (s.issuer_id, s.template) AND t.active
    WHERE s.issuer_id = ${issuerId}::uuid AND s.active
      AND s.within_id IN (${issuerId}::uuid, ${companyId ?? issuerId}::uuid) AND s.event = ${event}
    ORDER BY s.within_id = ${issuerId}::uuid LIMIT 1`;
  return setting;
}

/** A brand, if it is the issuer's; else the issuer's first. */
export async function brandOf(
  tx: Transaction,
  { issuerId, brandName }: Pick<EventNotice, 'issuerId' | 'brandName'>
): Promise<string> {
  const brands = await tx.issuerBrand.findMany({ where: { issuerId }, orderBy: { brandName: 'asc' } });
  return (brands.find((own) => own.brandName === brandName) ?? brands[0])?.brandName ?? brandName;
}
