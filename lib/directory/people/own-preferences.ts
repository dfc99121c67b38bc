import { z } from 'zod';
import { changesBetween } from '../../access/policy/record-act';
import { appendAudit, type Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { LOCALES } from '../../core/language/locales';
import { now } from '../../core/server/clock';
import type { Actor } from '../../sign-in/session/sessions';
import { timeZoneSchema } from '../structure/schema';

/** The language and the time zone of a user's workspace; no time zone: the issuer's. */
export const preferencesSchema = z.object({
  locale: z.enum(LOCALES, 'required'),
  timeZone: timeZoneSchema.optional().transform((zone) => zone ?? null)
});

/** Saves the actor's own language and time zone; mails use the language too. Saving the same again changes nothing. */
export async function saveOwnPreferences(
  { issuerId, userId: id }: Actor,
  preferences: z.output<typeof preferencesSchema>,
  origin: Origin
): Promise<void> {
  await transaction(async (tx) => {
    await tx.$executeRaw`SELECT 1 FROM users WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid FOR UPDATE`;
    const before = await tx.user.findUniqueOrThrow({
      where: { issuerId_id: { issuerId, id } },
      select: { locale: true, timeZone: true }
    });
    const changes = changesBetween(before, preferences);
    if (Object.keys(changes).length === 0) return;
    await tx.user.update({
      where: { issuerId_id: { issuerId, id } },
      data: { ...preferences, version: { increment: 1 }, updatedAt: now() }
    });
    await appendAudit(tx, origin, {
      issuerId,
      actorUserId: id,
      action: 'user.changed',
      entity: 'user',
      entityId: id,
      details: changes
    });
  });
}
