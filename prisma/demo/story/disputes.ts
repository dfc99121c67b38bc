import { storeSetting } from '../../../lib/access/settings/store-settings';
import { ATTACHABLES } from '../../../lib/composition/process/attachables';
import { COMMENTABLES } from '../../../lib/composition/process/commentables';
import { database } from '../../../lib/core/database/database';
import type { Result } from '../../../lib/core/entry/refusal';
import { addAttachment } from '../../../lib/kit/attachments/add-attachment';
import { addComment } from '../../../lib/kit/comments/add-comment';
import { changeDispute } from '../../../lib/money/disputes/change-state';
import { openDispute } from '../../../lib/money/disputes/draft';
import { noteCredit } from '../../../lib/money/disputes/note-credit';
import { offeredReasons } from '../../../lib/money/disputes/reasons';
import { entryOf } from '../../../lib/money/disputes/schema';
import type { Situation } from '../../../lib/money/disputes/situations';
import type { DisputeEvent } from '../../../lib/money/disputes/states';
import { administratorOf, asUser, ORIGIN, type Person } from '../as-user';
import { DAY } from '../calendar';
import type { CardCharge } from './card-feed';
import { cardOfUser, cardsOfCompany } from './cards';
import { receiptDocument } from './receipts';

interface Story {
  userId: string;
  merchant: string;
  situation: Situation;
  explanation: string;
  /** How far it is: a draft where nothing is said. */
  stage?: 'submitted' | 'under review' | 'won';
}

const STORIES: readonly Story[] = [
  {
    userId: 'anna.lindqvist',
    merchant: 'City Garage Centralen',
    situation: 'charged_twice',
    explanation: 'I parked once that day, and the garage charged me twice.'
  },
  {
    userId: 'anna.lindqvist',
    merchant: 'Pixelforge Studio',
    situation: 'subscription',
    stage: 'submitted',
    explanation: 'I cancelled the subscription last month. The studio confirmed it, and charged another month.'
  },
  {
    userId: 'tove.nilsen',
    merchant: 'Bilverkstad Ek',
    situation: 'wrong_amount',
    stage: 'under review',
    explanation: 'The workshop offered the repair for 2,275.00 and charged 3,275.00.'
  },
  {
    userId: 'mei.tanaka',
    merchant: 'Marina Bay Kitchen',
    situation: 'paid_otherwise',
    stage: 'won',
    explanation: 'My colleague paid for the dinner with her own card.'
  }
];

/** The days since the posting of what is about to be too late, and how many of them an issuer has. */
const NEARLY_LATE = { from: 87, to: 85, count: 2 };

function done<T>(what: string, result: Result<T>): T {
  if (!result.ok) throw new Error(`${what}: ${JSON.stringify(result.refusal)}`);
  return result.value;
}

/** Disputes some of the people's charges, up to what the issuer decided. @throws when a command refuses */
export async function disputeCharges(charges: readonly CardCharge[]): Promise<void> {
  for (const story of STORIES) {
    const card = await cardOfUser(story.userId);
    const found = charges.find(
      (one) => one.card.accountId === card?.accountId && one.charge.merchant === story.merchant
    );
    if (!found) continue;
    const { issuerId } = found.card.holder;
    const { id, transactionDate, amount, currency } = await database().transaction.findFirstOrThrow({
      where: { issuerId, sourceReference: found.reference }
    });
    const day = transactionDate.toISOString().slice(0, 10);
    const disputeId = await fileDispute(found.card.holder, id, story);
    if (!disputeId) continue;
    const document = receiptDocument({
      merchant: story.merchant,
      place: `${found.charge.city}, ${found.charge.country}`,
      day,
      currency,
      amount: amount.toFixed(2),
      number: found.reference.slice(-4)
    });
    if (story.stage) await submitWithEvidence(found.card.holder, disputeId, document);
    if (story.stage === 'under review' || story.stage === 'won')
      await workAtDesk(issuerId, disputeId, { isDecided: story.stage === 'won' });
  }
}

/** Submits disputes of a company's older charges, whose time limit ends in some days. */
export async function disputeOldCharges(issuerId: string, company: string, today: string): Promise<void> {
  const cards = await cardsOfCompany(issuerId, company, 60);
  const dayBefore = (days: number) => new Date(Date.parse(today) - days * DAY);
  const old = await database().transaction.findMany({
    where: {
      issuerId,
      type: 'purchase',
      addedBy: null,
      accountId: { in: cards.map(({ accountId }) => accountId) },
      postingDate: { gte: dayBefore(NEARLY_LATE.from), lte: dayBefore(NEARLY_LATE.to) }
    },
    orderBy: { id: 'asc' },
    take: NEARLY_LATE.count
  });
  for (const { id, accountId } of old) {
    const holder = cards.find((card) => card.accountId === accountId)?.holder as Person;
    const disputeId = await fileDispute(holder, id, {
      situation: 'wrong_amount',
      explanation: 'The bill was lower than what was charged.'
    });
    if (disputeId) await changed(holder, disputeId, 'submit');
  }
}

/** From now on the desk files what it takes up with the simulated card network. */
export const fileWithNetwork = (issuerId: string): Promise<void> =>
  storeSetting(database(), { issuerId, nodeId: issuerId, key: 'dispute.network' }, 'simulated');

/** A day that has begun in every time zone. */
const yesterday = () => new Date(Date.now() - DAY).toISOString().slice(0, 10);

/** Opens the draft of a dispute of the whole amount. Returns its id; null in a world of earlier days, where it is late. */
function fileDispute(
  holder: Person,
  transactionId: string,
  { situation, explanation }: Pick<Story, 'situation' | 'explanation'>
): Promise<string | null> {
  return asUser(holder, async (principal) => {
    const { billedAmount } = await database().transaction.findFirstOrThrow({
      where: { issuerId: holder.issuerId, id: transactionId }
    });
    const reason = (await offeredReasons(holder.issuerId)).find((one) => one.situation === situation);
    if (!reason) throw new Error(`no reason for ${situation}`);
    const entry = entryOf(reason, {
      amount: billedAmount.toString(),
      explanation,
      contactedOn: yesterday(),
      merchantAnswer: null
    });
    const opened = await openDispute(principal, transactionId, entry, ORIGIN);
    if (!opened.ok && opened.refusal.code === 'dispute.late') return null;
    return done('dispute', opened);
  });
}

const changed = (by: Person, id: string, event: DisputeEvent, note?: string): Promise<void> =>
  asUser(by, async (principal) => {
    const { version } = await database().dispute.findFirstOrThrow({ where: { issuerId: by.issuerId, id } });
    done(event, await changeDispute(principal, { id, version, event, note }, ORIGIN));
  });

async function submitWithEvidence(holder: Person, id: string, document: Buffer): Promise<void> {
  const to = { entity: 'dispute', id } as const;
  await asUser(holder, async (principal) => {
    const file = new File([new Uint8Array(document)], 'confirmation.pdf', { type: 'application/pdf' });
    done('evidence', await addAttachment(ATTACHABLES, principal, to, file, ORIGIN));
  });
  await changed(holder, id, 'submit');
}

/** The issuer takes a dispute up, asks, credits provisionally, and perhaps decides. */
async function workAtDesk(issuerId: string, id: string, { isDecided }: { isDecided: boolean }): Promise<void> {
  const administrator = await administratorOf(issuerId);
  const on = { entity: 'dispute', id } as const;
  await changed(administrator, id, 'take_up');
  await asUser(administrator, async (principal) => {
    const { version, amount } = await database().dispute.findFirstOrThrow({ where: { issuerId, id } });
    const credit = { amount: amount.toString(), creditedOn: yesterday() };
    done('credit', await noteCredit(principal, { id, version }, credit, ORIGIN));
    const text = 'We have asked the merchant, who has to answer within 45 days.';
    done('comment', await addComment(COMMENTABLES, principal, on, { text, mentions: [] }, ORIGIN));
  });
  if (isDecided) await changed(administrator, id, 'win', 'The merchant has agreed. The credit is final.');
}
