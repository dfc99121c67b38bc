import { appendAudits } from '../../../core/audit/audit';
import { type Transaction, transaction } from '../../../core/database/database';
import {
  holdRepayments,
  issuersWithObstacles,
  repaymentsWithObstacles,
  returnRepayments
} from '../../expenses/repayments/move-repayments';
import { REPAYMENT } from '../../expenses/repayments/states';
import { RAILS_ORIGIN } from '../collect-due';
import { lockRails } from '../lock-rails';
import { reasonOf } from '../return-codes';
import { tellRepaid } from './tell-repaid';

/** The most repayments that are ended at a time. */
const MOST_REFUSED = 1_000;

/**
 * Ends repayments to accounts that the bank has blocked meanwhile, and debits without a mandate, as the bank would return
 * them; people are told. Whether there were any.
 */
export async function refuseUnsendable(): Promise<boolean> {
  for (const { id } of await issuersWithObstacles()) if (await transaction((tx) => refuse(tx, id))) return true;
  return false;
}

async function refuse(tx: Transaction, issuerId: string): Promise<boolean> {
  await lockRails(tx, issuerId);
  const obstacles = await repaymentsWithObstacles(tx, issuerId, MOST_REFUSED);
  if (obstacles.length === 0) return false;
  const codes = new Map(obstacles.map(({ id, code }) => [id, code]));
  const held = await holdRepayments(tx, issuerId, [...codes.keys()]);
  const returned = held.map((repayment) => ({ ...repayment, code: codes.get(repayment.id) as string }));
  await returnRepayments(tx, issuerId, obstacles, 'refuse');
  await tellRepaid(tx, issuerId, { settled: [], returned, changes: [], unpaid: [] });
  const { to, audit } = REPAYMENT.events.refuse;
  await appendAudits(
    tx,
    RAILS_ORIGIN,
    returned.map(({ id: entityId, accountId: nodeId, code, state }) => ({
      issuerId,
      action: audit,
      entity: 'repayment' as const,
      entityId,
      nodeId,
      details: { 'before.state': state, 'after.state': to, code, reason: reasonOf(code) }
    }))
  );
  return true;
}
