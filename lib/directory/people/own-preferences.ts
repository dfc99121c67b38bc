import { z } from 'zod';
import { changesBetween } from '../../access/policy/record-act';
import { appendAudit, type Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { LOCALES } from '../../core/language/locales';
import { now } from '../../core/server/clock';
import type { Actor } from '../../sign-in/session/sessions';
import { timeZoneSchema } from '../structure/schema';

/** The language and the time zone of a user's workspace; no time zone: the issuer's. And which mails come. */
export const preferencesSchema = z.object({
  locale: z.enum(LOCALES, 'required'),
  timeZone: timeZoneSchema.optional().transform((zone) => zone ?? null),
  /** Whether a mail tells of each report that a schedule has sent. */
  reportMails: z.boolean().default(true),
  /** Whether a mail tells of each spending alert. */
  alertMails: z.boolean().default(true)
});

/** Whether a user wants a mail for each report that a schedule has sent. */
export async function wantsReportMails(
  tx: Transaction,
  { issuerId, id }: { issuerId: string; id: string }
): Promise<boolean> {
  const user = await tx.user.findUnique({ where: { issuerId_id: { issuerId, id } }, select: { reportMails: true } });
  return user?.reportMails ?? false;
}

/** Whether a user wants a mail for each spending alert. */
export async function wantsAlertMails(
  tx: Transaction,
  { issuerId, id }: { issuerId: string; id: string }
): Promise<boolean> {
  const user = await tx.user.findUnique({ where: { issuerId_id: { issuerId, id } }, select: { alertMails: true } });
  return user?.alertMails ?? false;
}

/** Saves the actor's own language, time zone and mails; mails use the language too. Saving the same again changes nothing. */
export async function saveOwnPreferences(
  { issuerId, userId: id }: Actor,
  preferences: z.output<typeof preferencesSchema>,
  origin: Origin
): Promise<void> {
  await transaction(async (tx) => {
    await tx.$executeRaw`SELECT 1 FROM users WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid FOR UPDATE`;
    const before = await tx.user.findUniqueOrThrow({
      where: { issuerId_id: { issuerId, id } },
      select: { locale: true, timeZone: true, reportMails: true, alertMails: true }
    });
    const changes = changesBetween(before, preferences);
    if (Object.keys(changes).length === 0) return;
    await tx.user.update({
      where: { issuerId_id: { issuerId, id } },
      data: { ...preferences, version: { increment: 1 }, updatedAt: now() }
    });
    await appendAudit(tx, origin, {
      ...{ issuerId, actorUserId: id, action: 'user.changed', entity: 'user', entityId: id },
      details: changes
    });
  });
}
