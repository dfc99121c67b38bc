import type { Principal } from '../../access/policy/principal';
import type { TemplateName } from '../../brand/mail/templates';
import type { Transaction } from '../../core/database/database';
import type { Notice } from '../../kit/notices/notice';
import { postNotice } from '../../kit/notices/post-notice';
import type { Dispute } from './disputes';
import type { NetworkOutcome, Stage } from './network/network';
import type { Outcome } from './states';

/** What is told about a dispute, to one person. */
type About = Pick<Dispute, 'issuerId' | 'id' | 'reference' | 'merchantName'>;

const noticeOf = (
  { issuerId, id, reference, merchantName: merchant }: About,
  userId: string,
  kind: Notice['kind'],
  params: Notice['params'] = {}
): Notice => ({
  issuerId,
  userId,
  kind,
  params: { reference, merchant, ...params },
  href: `/workspace/disputes/${id}`
});

/** Tells whoever opened the dispute how the issuer decided it; the mail has the issuer's note. */
export function tellOutcome(
  tx: Transaction,
  { brandName }: Pick<Principal, 'brandName'>,
  dispute: Dispute,
  { outcome, note }: { outcome: Outcome; note: string }
): Promise<void> {
  const { reference, merchantName: merchant } = dispute;
  const template: TemplateName = `dispute_${outcome}`;
  return postNotice(tx, {
    ...noticeOf(dispute, dispute.openedBy, `dispute.${outcome}`),
    mail: { template, params: { reference, merchant, note }, brandName }
  });
}

type Opened = About & Pick<Dispute, 'openedBy'>;

/** Tells whoever opened the dispute how its network decided it. */
export const tellEnd = (tx: Transaction, dispute: Opened, outcome: NetworkOutcome): Promise<void> =>
  postNotice(tx, noticeOf(dispute, dispute.openedBy, `dispute.${outcome}`));

/** Tells whoever opened the dispute which stage it has reached. */
export const tellStep = (tx: Transaction, dispute: Opened, stage: Stage): Promise<void> =>
  postNotice(tx, noticeOf(dispute, dispute.openedBy, 'dispute.step', { stage: { key: `dispute.stage.${stage}` } }));

/** Tells whoever took the dispute up what the network wants of the desk. */
export const tellDesk = (
  tx: Transaction,
  { takenBy, ...dispute }: About & { takenBy: string },
  { kind, params }: Pick<Notice, 'kind' | 'params'>
): Promise<void> => postNotice(tx, noticeOf(dispute, takenBy, kind, params));
