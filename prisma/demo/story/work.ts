import { ATTACHABLES } from '../../../lib/composition/process/attachables';
import { COMMENTABLES } from '../../../lib/composition/process/commentables';
import { database } from '../../../lib/core/database/database';
import type { Result } from '../../../lib/core/entry/refusal';
import { addAttachment } from '../../../lib/kit/attachments/add-attachment';
import { addComment } from '../../../lib/kit/comments/add-comment';
import { changeState } from '../../../lib/money/transactions/change-state';
import type { TransactionEvent } from '../../../lib/money/transactions/states';
import { asUser, ORIGIN, type Person } from '../as-user';
import type { CardCharge } from './card-feed';
import { QUESTION, SENT_BACK_COMMENT, SENT_BACK_REASON } from './charges';
import { type Receipt, receiptDocument, receiptPicture } from './receipts';

function done<T>(what: string, result: Result<T>): T {
  if (!result.ok) throw new Error(`${what}: ${JSON.stringify(result.refusal)}`);
  return result.value;
}

/** Further back no charge of the story lies, so that only the latest months are read. */
const RECENT_MILLIS = 60 * 86_400_000;

/** A booked charge with its transaction. */
interface Booked extends CardCharge {
  id: string;
  receiptOf: Receipt;
}

/** Does with a person's booked charges what the story says: receipts, reviews, a charge that is sent back, a question. */
export async function workOnCharges(charges: readonly CardCharge[]): Promise<void> {
  const [first] = charges;
  if (!first) return;
  const { holder } = first.card;
  const booked = await Promise.all(charges.map(bookedCharge));
  const bySomebody = booked.filter(({ charge }) => charge.receipt || charge.stage);
  await asUser(holder, async (principal) => {
    for (const { id, charge, receiptOf } of bySomebody) {
      if (charge.receipt)
        done(
          'receipt',
          await addAttachment(
            ATTACHABLES,
            principal,
            { entity: 'transaction', id },
            fileOf(charge.receipt, receiptOf),
            ORIGIN
          )
        );
      if (charge.stage) await changed(principal, id, 'review');
    }
  });
  for (const { id, charge, card } of bySomebody)
    if (charge.stage === 'sent back') await sendBack(id, card.accountId, holder);
}

async function bookedCharge({ reference, charge, card, ...more }: CardCharge): Promise<Booked> {
  const { issuerId } = card.holder;
  const { id, transactionDate } = await database().transaction.findFirstOrThrow({
    where: { issuerId, sourceReference: reference, postingDate: { gte: new Date(Date.now() - RECENT_MILLIS) } }
  });
  const { merchant, city, country, amount, currency } = charge;
  const day = transactionDate.toISOString().slice(0, 10);
  return {
    reference,
    charge,
    card,
    id,
    ...more,
    receiptOf: { merchant, place: `${city}, ${country}`, day, amount, currency, number: reference.slice(-4) }
  };
}

function fileOf(kind: 'png' | 'pdf', receipt: Receipt): File {
  const bytes = new Uint8Array(kind === 'png' ? receiptPicture(receipt) : receiptDocument(receipt));
  const type = kind === 'png' ? 'image/png' : 'application/pdf';
  return new File([bytes], `receipt-${receipt.day}-${receipt.number}.${kind}`, { type });
}

async function changed(
  principal: Parameters<typeof changeState>[0],
  id: string,
  event: TransactionEvent,
  reason?: string
): Promise<void> {
  const { version } = await database().transaction.findFirstOrThrow({ where: { id } });
  done(`${event} ${id}`, await changeState(principal, id, { event, version, reason }, ORIGIN));
}

/** The first manager above an account who may approve its charge sends it back, and the cardholder asks. */
async function sendBack(id: string, accountId: string, holder: Person): Promise<void> {
  const on = { entity: 'transaction', id } as const;
  for (const manager of await managersAbove(holder.issuerId, accountId)) {
    const isSentBack = await asUser(manager, async (principal) => {
      const { version } = await database().transaction.findFirstOrThrow({ where: { id } });
      const approved = await changeState(principal, id, { event: 'approve', version }, ORIGIN);
      if (!approved.ok) return false;
      await changed(principal, id, 'send_back', SENT_BACK_REASON);
      done(
        'comment',
        await addComment(COMMENTABLES, principal, on, { text: SENT_BACK_COMMENT, mentions: [holder.id] }, ORIGIN)
      );
      return true;
    });
    if (!isSentBack) continue;
    await asUser(holder, async (principal) =>
      done(
        'question',
        await addComment(COMMENTABLES, principal, on, { text: QUESTION, mentions: [manager.id] }, ORIGIN)
      )
    );
    return;
  }
  throw new Error(`nobody approves transaction ${id}`);
}

/** The managers and administrators whose place contains an account, the nearest first. */
export function managersAbove(issuerId: string, accountId: string): Promise<Person[]> {
  return database().$queryRaw<Person[]>`
    SELECT u.issuer_id AS "issuerId", u.id FROM nodes n
    JOIN nodes m ON m.issuer_id = n.issuer_id AND starts_with(n.path, m.path)
    JOIN users u ON (u.issuer_id, u.node_id) = (m.issuer_id, m.id) AND u.role IN ('O', 'S', 'C') AND u.status = 'active'
    WHERE n.issuer_id = ${issuerId}::uuid AND n.id = ${accountId}::uuid
    ORDER BY length(m.path) DESC, u.email LIKE '%@demo.example' DESC, u.id`;
}
