import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { now } from '../../core/server/clock';
import { todayAt } from '../../directory/structure/reads/today';
import { mustChange, startingFrom } from '../../kit/states/starting-from';
import type { Dispute } from './disputes';
import { DISPUTE, type DisputeEvent } from './states';

export interface StateChange {
  event: DisputeEvent;
  /** Who changes it; null: the network. */
  userId: string | null;
  /** Of a person's decision or withdrawal. */
  note: string | null;
  /** Of what is won in part. */
  wonAmount: string | null;
}

/**
 * Sets the state of a dispute. At its end the provisional credit becomes final as far as the dispute was won, and the rest
 * is taken back that day.
 */
export async function setState(
  tx: Transaction,
  { issuerId, id }: Pick<Dispute, 'issuerId' | 'id'>,
  { event, userId, note, wonAmount }: StateChange
): Promise<void> {
  const { to } = DISPUTE.events[event];
  const at = now();
  const isEnd = DISPUTE.possible(to).length === 0;
  const kept = event === 'win' ? Prisma.sql`d.credit_amount` : Prisma.sql`${wonAmount ?? '0'}::numeric`;
  const reversed = isEnd ? Prisma.sql`nullif(greatest(d.credit_amount - ${kept}, 0), 0)` : Prisma.sql`NULL::numeric`;
  const changed = await tx.$executeRaw`
    UPDATE disputes d SET state = ${to}::dispute_state, version = d.version + 1,
      submitted_at = CASE WHEN ${event} = 'submit' THEN ${at}::timestamptz ELSE d.submitted_at END,
      submitted_by = CASE WHEN ${event} = 'submit' THEN ${userId}::uuid ELSE d.submitted_by END,
      won_amount = ${wonAmount}::numeric, credit_reversed = ${reversed},
      credit_reversed_on = CASE WHEN ${reversed} IS NOT NULL THEN ${await todayAt(issuerId, tx)}::date END,
      note = ${isEnd ? note : null}, ended_at = ${isEnd ? at : null}::timestamptz,
      ended_by = ${isEnd ? userId : null}::uuid
    WHERE d.issuer_id = ${issuerId}::uuid AND d.id = ${id}::uuid
      AND ${startingFrom(Prisma.sql`d.state`, DISPUTE.events[event])}`;
  mustChange(changed, 1);
}
