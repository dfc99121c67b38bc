import { z } from 'zod';
import { database, type Transaction } from '../../../core/database/database';
import { readRows, textOf } from '../../../core/database/rows';
import type { Dispute } from '../disputes';
import type { Party, Stage } from './network';
import type { NetworkName } from './networks';

const caseRow = z.strictObject({
  network: textOf<NetworkName>(),
  networkCode: z.string(),
  state: z.enum(['sent', 'open', 'refused', 'closed']),
  caseNumber: z.string().nullable(),
  takenBy: z.string(),
  /** The rounds that were sent, and whether the last one has no answer yet. */
  rounds: z.number(),
  isWaiting: z.boolean(),
  /** Why the network refused the last one. */
  refusal: z.string().nullable()
});

/** The claim of a dispute at its network. */
export type NetworkCase = z.infer<typeof caseRow>;

/** The case of a dispute that the caller has read within the reader's scope; null: its desk works by hand. */
export async function caseOf(
  { issuerId, id }: Pick<Dispute, 'issuerId' | 'id'>,
  tx: Transaction = database()
): Promise<NetworkCase | null> {
  const [found] = await readRows(tx, caseRow)`
    SELECT c.network, c.network_code AS "networkCode", c.state::text AS state, c.case_number AS "caseNumber",
      c.taken_by AS "takenBy", m.round AS rounds, m.answered_at IS NULL AS "isWaiting", m.refusal
    FROM dispute_cases c
    JOIN LATERAL (SELECT x.* FROM dispute_commands x
      WHERE (x.issuer_id, x.dispute_id) = (c.issuer_id, c.dispute_id) ORDER BY x.round DESC LIMIT 1) m ON true
    WHERE c.issuer_id = ${issuerId}::uuid AND c.dispute_id = ${id}::uuid`;
  return found ?? null;
}

const stepRow = z.strictObject({
  stage: textOf<Stage>(),
  happenedAt: z.date(),
  awaits: textOf<Party>(),
  replyBy: z.string().nullable()
});

/** A stage that a case has reached. */
export type NetworkStep = z.infer<typeof stepRow>;

/** The stages that a case has reached, the oldest first. */
export const stepsOf = (
  { issuerId, id }: Pick<Dispute, 'issuerId' | 'id'>,
  tx: Transaction = database()
): Promise<NetworkStep[]> =>
  readRows(tx, stepRow)`
    SELECT s.stage::text AS stage, s.happened_at AS "happenedAt", s.awaits::text AS awaits, s.reply_by::text AS "replyBy"
    FROM dispute_steps s WHERE s.issuer_id = ${issuerId}::uuid AND s.dispute_id = ${id}::uuid
    ORDER BY s.happened_at, s.event_id`;

/** Whether the network decides: its desk doesn't, until the network has refused the claim. */
export const isWithNetwork = (found: NetworkCase | null): found is NetworkCase =>
  found?.state === 'sent' || found?.state === 'open';

/** Whether the network waits for an answer of the issuer to the last step. */
export const awaitsIssuer = (found: NetworkCase, steps: readonly NetworkStep[]): boolean =>
  found.state === 'open' && !found.isWaiting && steps.at(-1)?.awaits === 'issuer';
