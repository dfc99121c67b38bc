import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { NO_CARD_NUMBER } from '../../core/entry/plain-text';
import { accepted, type Result } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { mailDecision } from './registration-mail';
import { awaiting } from './registration-record';
import { REGISTRATION } from './states';

/** The reason is sent to the applicant. */
export const declineSchema = z.object({
  version: z.coerce.number().int(),
  reason: z
    .string('required')
    .trim()
    .min(1, 'required')
    .max(500, 'too.long')
    .refine(...NO_CARD_NUMBER)
});

/** Declines an application for a reason, which is sent to the applicant (CD.34). */
export async function declineRegistration(
  principal: Principal,
  id: string,
  { version, reason }: z.output<typeof declineSchema>,
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const awaited = await awaiting(tx, principal, 'decline', { id, version, reason });
    if (!awaited.ok) return awaited;
    const { issuerId } = awaited.value;
    const { from, to, audit } = REGISTRATION.events.decline;
    await tx.registration.update({
      where: { issuerId_id: { issuerId, id }, state: { in: [...from] } },
      data: { state: to, decidedAt: now(), decidedBy: principal.userId, reason, version: { increment: 1 } }
    });
    await mailDecision(tx, awaited.value, 'registration_declined', { reason });
    await recordAct(tx, principal, origin, {
      issuerId,
      action: audit,
      entity: 'registration',
      entityId: id,
      details: { reason }
    });
    return accepted(null);
  });
}
