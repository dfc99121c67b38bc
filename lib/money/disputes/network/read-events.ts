import { z } from 'zod';
import { appendAudit } from '../../../core/audit/audit';
import { database, type Transaction, transaction } from '../../../core/database/database';
import { readRows, textOf } from '../../../core/database/rows';
import { log } from '../../../core/server/log';
import { dayAt } from '../../../directory/structure/reads/today';
import { REFERENCE } from '../disputes';
import { setState } from '../set-state';
import { DISPUTE, type DisputeState } from '../states';
import { tellDesk, tellEnd, tellStep } from '../tell-outcome';
import type { NetworkEvent, NetworkOutcome } from './network';
import { NETWORKS, type NetworkName } from './networks';
import { NETWORK_ORIGIN } from './origin';

const openRow = z.strictObject({ issuerId: z.string(), network: textOf<NetworkName>() });

/** Reads what the networks tell of open cases. Returns whether there was anything new. */
export async function readNetworks(): Promise<boolean> {
  const open = await readRows(database(), openRow)`
    SELECT DISTINCT c.issuer_id AS "issuerId", c.network FROM dispute_cases c WHERE c.state IN ('sent', 'open')`;
  let isNew = false;
  for (const { issuerId, network } of open) isNew = (await readNetwork(issuerId, network)) || isNew;
  return isNew;
}

/**
 * Reads the events of one issuer after the cursor, each in a transaction with the cursor's next place, so that a process
 * that dies reads on where it was; what it reads twice changes nothing.
 */
export async function readNetwork(issuerId: string, network: NetworkName): Promise<boolean> {
  const known = await database().disputeCursor.findUnique({ where: { issuerId_network: { issuerId, network } } });
  const events = await NETWORKS[network].eventsAfter(issuerId, known?.cursor ?? null);
  for (const event of events) if (!(await transaction((tx) => takeEvent(tx, issuerId, network, event)))) return false;
  return events.length > 0;
}

const caseRow = z.strictObject({
  id: z.string(),
  state: z.enum(['sent', 'open', 'refused', 'closed']),
  disputeState: textOf<DisputeState>(),
  takenBy: z.string(),
  openedBy: z.string(),
  reference: z.string(),
  merchantName: z.string(),
  accountId: z.string()
});
type Held = z.infer<typeof caseRow>;

/** Takes one event; false where it belongs to a claim whose own answer isn't known yet: it is read again after that. */
async function takeEvent(
  tx: Transaction,
  issuerId: string,
  network: NetworkName,
  event: NetworkEvent
): Promise<boolean> {
  const [held] = await readRows(tx, caseRow)`
    SELECT d.id, c.state::text AS state, d.state::text AS "disputeState", c.taken_by AS "takenBy",
      d.opened_by AS "openedBy", ${REFERENCE} AS reference, d.merchant_name AS "merchantName",
      d.account_id AS "accountId"
    FROM dispute_cases c JOIN disputes d ON (d.issuer_id, d.id) = (c.issuer_id, c.dispute_id)
    WHERE c.issuer_id = ${issuerId}::uuid AND c.network = ${network} AND c.case_number = ${event.caseNumber}
    FOR UPDATE OF d, c`;
  if (!held) {
    const sent = await tx.disputeCase.count({ where: { issuerId, network, state: 'sent' } });
    if (sent > 0) return false;
    log.warn({ issuerId, network, case: event.caseNumber }, 'a card network tells of a case that nobody filed');
  }
  const { cursor } = event;
  await tx.disputeCursor.upsert({
    where: { issuerId_network: { issuerId, network } },
    update: { cursor },
    create: { issuerId, network, cursor }
  });
  if (held?.state === 'open' && DISPUTE.after(held.disputeState, 'win') !== null)
    await (event.is === 'step' ? takeStep(tx, issuerId, held, event) : close(tx, issuerId, held, event));
  return true;
}

async function takeStep(
  tx: Transaction,
  issuerId: string,
  held: Held,
  { id: eventId, stage, awaits, replyBy, at }: Extract<NetworkEvent, { is: 'step' }>
): Promise<void> {
  const added = await tx.disputeStep.createMany({
    data: [
      {
        issuerId,
        disputeId: held.id,
        eventId,
        stage,
        awaits,
        happenedAt: at,
        replyBy: replyBy === null ? null : new Date(replyBy)
      }
    ],
    skipDuplicates: true
  });
  if (added.count === 0) return;
  // The network pays the issuer with the chargeback, and the issuer the cardholder, until the outcome.
  const credited = stage === 'chargeback' ? await dayAt(issuerId, at, tx) : null;
  await tx.$executeRaw`
    UPDATE disputes d SET version = d.version + 1,
      credit_amount = CASE WHEN ${credited}::date IS NULL THEN d.credit_amount ELSE coalesce(d.credit_amount, d.amount) END,
      credit_on = coalesce(d.credit_on, ${credited}::date)
    WHERE d.issuer_id = ${issuerId}::uuid AND d.id = ${held.id}::uuid`;
  await tellStep(tx, { issuerId, ...held }, stage);
  if (awaits === 'issuer')
    await tellDesk(tx, { issuerId, ...held }, { kind: 'dispute.reply', params: { days: daysUntil(at, replyBy) } });
  await audit(tx, issuerId, held, 'dispute.network_step', { stage, awaits, replyBy });
}

const daysUntil = (at: Date, day: string | null) =>
  day === null ? 0 : Math.max(0, Math.ceil((Date.parse(day) - at.getTime()) / 86_400_000));

const EVENTS = { won: 'win', partly_won: 'win_partly', lost: 'lose', past_time: 'lapse' } as const satisfies Record<
  NetworkOutcome,
  string
>;

async function close(
  tx: Transaction,
  issuerId: string,
  held: Held,
  { outcome, wonAmount }: Extract<NetworkEvent, { is: 'closed' }>
): Promise<void> {
  const event = EVENTS[outcome];
  await tx.disputeCase.update({
    where: { issuerId_disputeId: { issuerId, disputeId: held.id } },
    data: { state: 'closed' }
  });
  await setState(tx, { issuerId, id: held.id }, { event, userId: null, note: null, wonAmount });
  await tellEnd(tx, { issuerId, ...held }, outcome);
  await audit(tx, issuerId, held, DISPUTE.events[event].audit, {
    'before.state': held.disputeState,
    'after.state': outcome
  });
}

const audit = (
  tx: Transaction,
  issuerId: string,
  { id, accountId: nodeId }: Held,
  action: Parameters<typeof appendAudit>[2]['action'],
  details: Parameters<typeof appendAudit>[2]['details']
) => appendAudit(tx, NETWORK_ORIGIN, { issuerId, nodeId, action, entity: 'dispute', entityId: id, details });
