import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Brand } from '../../brand/brands/directory';
import type { Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { accepted, type Result, refused, tooMany } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { type Limit, useOnce } from '../../core/server/rate-limit';
import { accountOf } from '../../sign-in/account/accounts';
import { confirmPassword } from '../../sign-in/password/passwords';
import { signedInAt } from '../../sign-in/session/own-sessions';
import type { Actor } from '../../sign-in/session/sessions';
import type { RevealedCard } from './processors/processor';
import { numberOf, type PurchaseRequest, partiesOf, seenRequest } from './requests';
import { revealCard } from './reveal-card';

/** How old a sign-in may be, in minutes, that proves by itself who asks to see a card. */
const FRESH_MINUTES = 5;

/** How often the card of a request is shown to its buyers. */
const SHOWN: Limit = { name: 'card-shown', points: 10, seconds: 86_400 };

/** Whether a principal is somebody to whom the card of a request can be shown: its requester, or the person for whom it is. */
export const mayShowCard = (principal: Principal, request: PurchaseRequest): boolean =>
  may(principal, 'purchase_requests', 'modify') && partiesOf(request).includes(principal.userId);

/**
 * What proves again who asks: nothing shortly after a sign-in, later the password. Who has none of ours signs in again.
 */
export async function proofAsked(actor: Actor): Promise<'none' | 'password' | 'sign-in'> {
  const age = now().getTime() - ((await signedInAt(actor))?.getTime() ?? 0);
  if (age < FRESH_MINUTES * 60_000) return 'none';
  const { ssoOnly, loginType } = await accountOf(actor);
  return ssoOnly || loginType !== 'pwd' ? 'sign-in' : 'password';
}

/** Who asks, and where: a wrong password counts there. */
interface Asking {
  actor: Actor;
  principal: Principal;
  brand: Brand;
  locale: string;
}

/**
 * Shows the active card of an approved request to one of its buyers, who proves again that it is them. The audit has no digit
 * of it, and a card is shown ten times a day at most. @throws HashingBusy, and Busy if the card's processor doesn't answer
 */
export async function showCard(
  { actor, principal, brand, locale }: Asking,
  { id, password }: { id: string; password: string },
  origin: Origin
): Promise<Result<RevealedCard>> {
  const request = await seenRequest(principal, id);
  if (!request) return refused({ code: 'not.found' });
  if (!mayShowCard(principal, request)) return refused({ code: 'forbidden.action' });
  const proof = await proofAsked(actor);
  if (proof === 'sign-in') return refused({ code: 'purchase.show.sign.in' });
  if (proof === 'password') {
    const place = { brand, locale, details: { type: 'virtual_card' } };
    if ((await confirmPassword(actor, await accountOf(actor), password, place, origin)) !== 'right')
      return refused({ code: 'invalid.credentials', field: 'password' });
  }
  const wait = await useOnce(SHOWN, `${request.issuerId}/${id}`);
  if (wait !== undefined) return refused(tooMany(wait));
  return transaction(async (tx) => {
    const card = await revealCard(tx, request);
    if (!card) return refused({ code: 'purchase.show.not.now' });
    await recordAct(tx, principal, origin, {
      issuerId: request.issuerId,
      nodeId: request.nodeId,
      entity: 'purchase_request',
      entityId: id,
      action: 'virtual_card.shown',
      details: { number: numberOf(request), supplier: request.terms.supplier.name }
    });
    return accepted(card);
  });
}
