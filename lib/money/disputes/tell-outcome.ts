import type { Principal } from '../../access/policy/principal';
import type { TemplateName } from '../../brand/mail/templates';
import type { Transaction } from '../../core/database/database';
import { postNotice } from '../../kit/notices/post-notice';
import type { Dispute } from './disputes';

/** Tells whoever opened the dispute how the issuer decided it; the mail has the issuer's note. */
export function tellOutcome(
  tx: Transaction,
  { brandName }: Pick<Principal, 'brandName'>,
  { issuerId, id, openedBy: userId, reference, merchantName: merchant }: Dispute,
  { event, note }: { event: 'win' | 'lose'; note: string }
): Promise<void> {
  const outcome = event === 'win' ? 'won' : 'lost';
  const template: TemplateName = `dispute_${outcome}`;
  return postNotice(tx, {
    ...{ issuerId, userId, kind: `dispute.${outcome}`, params: { reference, merchant } },
    href: `/workspace/disputes/${id}`,
    mail: { template, params: { reference, merchant, note }, brandName }
  });
}
