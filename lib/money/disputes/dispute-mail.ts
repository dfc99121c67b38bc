import type { Principal } from '../../access/policy/principal';
import type { Transaction } from '../../core/database/database';
import { mailUser } from '../../directory/people/people-mail';
import type { Dispute } from './disputes';

/** Mails the issuer's decision to whoever opened the dispute. */
export function mailOutcome(
  tx: Transaction,
  { brandName }: Pick<Principal, 'brandName'>,
  { issuerId, openedBy: id, reference, merchantName: merchant }: Dispute,
  { event, note }: { event: 'win' | 'lose'; note: string }
): Promise<void> {
  const template = event === 'win' ? 'dispute_won' : 'dispute_lost';
  return mailUser(tx, { issuerId, id }, brandName, { template, params: { reference, merchant, note } });
}
