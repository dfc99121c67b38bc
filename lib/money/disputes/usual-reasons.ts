import type { Principal } from '../../access/policy/principal';
import type { Origin } from '../../core/audit/audit';
import type { Translate } from '../../core/language/texts';
import { newId } from '../../core/secrets/ids';
import { entityNamed } from '../../kit/setup/entities';
import { recordListSeen } from '../../kit/setup/record-list';
import { lockOwner, type Outcome, settled, undo } from '../../kit/setup/settle';
import { writeRecords } from '../../kit/setup/write-records';
import { offeredReasons } from './reasons';
import { SITUATIONS, type Situation } from './situations';

/** A reason that the product ships. */
interface UsualReason {
  code: string;
  /** Mastercard's message reason code. */
  networkCode: string;
  days: number;
  waitDays?: number;
  contact?: true;
}

/**
 * The sixteen reasons that the product ships, with Mastercard's codes and time limits in days from posting (Chargeback
 * Guide: fraud 4837, 4870 and 4871, authorization 4808, errors 4834, what was bought 4853).
 */
export const USUAL_REASONS: Readonly<Record<Situation, UsualReason>> = {
  card_lost: { code: '10', networkCode: '4871', days: 120 },
  card_copied: { code: '11', networkCode: '4870', days: 120 },
  card_used_online: { code: '12', networkCode: '4837', days: 120 },
  charged_again: { code: '13', networkCode: '4837', days: 120 },
  charged_twice: { code: '20', networkCode: '4834', days: 90 },
  wrong_amount: { code: '21', networkCode: '4834', days: 90 },
  wrong_currency: { code: '22', networkCode: '4834', days: 90 },
  paid_otherwise: { code: '23', networkCode: '4834', days: 90 },
  declined: { code: '24', networkCode: '4808', days: 90 },
  not_received: { code: '30', networkCode: '4853', days: 120, waitDays: 15, contact: true },
  not_as_described: { code: '31', networkCode: '4853', days: 120, contact: true },
  counterfeit: { code: '32', networkCode: '4853', days: 120, contact: true },
  subscription: { code: '33', networkCode: '4853', days: 120, contact: true },
  not_refunded: { code: '34', networkCode: '4853', days: 120, waitDays: 15, contact: true },
  booking_cancelled: { code: '35', networkCode: '4853', days: 120, contact: true },
  cash_missing: { code: '40', networkCode: '4834', days: 120 }
};

/**
 * Adds the reasons that the product ships to an issuer that has none, in the language of whoever adds them; they are
 * the issuer's from then on. Returns how many.
 */
export function addUsualReasons(principal: Principal, t: Translate, origin: Origin): Promise<Outcome<number>> {
  return settled(async (tx) => {
    const { issuerId } = principal;
    const list = await recordListSeen(principal, entityNamed('dispute-reason'), { issuerId }, tx);
    if (!list?.writable) return undo({ code: 'user.not.authorized' });
    await lockOwner(tx, list.owner);
    if ((await offeredReasons(issuerId, tx)).length > 0) return undo({ code: 'dispute.reasons.already' });
    const situations = Object.values(SITUATIONS).flat();
    const drafts = situations.map((situation, row) => ({
      row,
      id: newId(),
      parent: null,
      existing: null,
      values: {
        ...USUAL_REASONS[situation],
        situation,
        name: t(`setup.entity.dispute.reason.field.situation.option.${situation}`)
      }
    }));
    const { created } = await writeRecords(tx, principal, list, drafts, origin);
    return created;
  });
}
