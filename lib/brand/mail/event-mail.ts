import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { type Effect, enqueueAll } from '../../core/server/outbox';
import { brandOfIssuer } from '../../directory/structure/reads/issuer-brands';
import { rowsOf } from '../../kit/setup/records-of';
import emailSetting from './entities/email-setting';
import emailTemplate from './entities/email-template';
import { mailEffect } from './queue-mail';
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
  /** Whose it is: the company's or the issuer's. */
  withinId: z.string(),
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
  const mailsOf = await eventMails(tx, { ...notice, companies: [notice.companyId] });
  if (mailsOf) await enqueueAll(tx, mailsOf(notice));
}

/** Many events of one kind, at some companies; null: above companies. */
type Events = Pick<EventNotice, 'event' | 'issuerId' | 'brandName'> & { companies: readonly (string | null)[] };

/** The same for many events of one kind: what makes the mails of each, as side effects; null if none are configured. */
export async function eventMails(
  tx: Transaction,
  events: Events
): Promise<((notice: Pick<EventNotice, 'companyId' | 'about' | 'concerned' | 'told'>) => Effect[]) | null> {
  const { event, issuerId } = events;
  const settings = await settingsOf(tx, events);
  if (settings.size === 0) return null;
  const brandName = await brandOfIssuer(tx, events.issuerId, events.brandName);
  return ({ companyId, about, concerned, told = false }) => {
    const setting = settings.get(companyId ?? issuerId) ?? settings.get(issuerId);
    if (!setting) return [];
    const { recipients, toCardholder, subject, body, language, footerId } = setting;
    const persons = toCardholder && (!told || body !== null) ? concerned : [];
    const others = (recipients ?? []).map((email) => ({ email, name: email, locale: null }));
    const params = { event, about, ...(subject !== null && body !== null && { subject, body }) };
    return [...persons, ...others].map(({ email, name, locale }) =>
      mailEffect(issuerId, {
        template: 'event',
        to: email,
        name,
        brandName,
        locale: language ?? locale ?? '',
        params,
        ...(footerId !== null && { footerId })
      })
    );
  };
}

/** The settings of an event by the company or the issuer that they are of. */
async function settingsOf(
  tx: Transaction,
  { event, issuerId, companies }: Events
): Promise<ReadonlyMap<string, Setting>> {
  const places = [...new Set([issuerId, ...companies.map((company) => company ?? issuerId)])];
  const settings = await readRows(tx, settingRow)`
    SELECT s.within_id AS "withinId", s.recipients, s.to_cardholder AS "toCardholder", t.subject, t.body, t.language,
      t.footer AS "footerId"
    FROM ${rowsOf(emailSetting)} s
    LEFT JOIN ${rowsOf(emailTemplate)} t ON (t.issuer_id, t.id) = (s.issuer_id, s.template) AND t.active
    WHERE s.issuer_id = ${issuerId}::uuid AND s.active AND s.within_id = ANY(${places}::uuid[]) AND s.event = ${event}`;
  return new Map(settings.map((setting) => [setting.withinId, setting]));
}
