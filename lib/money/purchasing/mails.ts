import { eventMails } from '../../brand/mail/event-mail';
import type { TemplateName } from '../../brand/mail/templates';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { enqueueAll } from '../../core/server/outbox';
import { peopleToMail } from '../../directory/people/people-to-mail';
import { postNotice } from '../../kit/notices/post-notice';
import { approvingPlaces } from '../approvals/approvers';
import type { ApprovalProfile } from '../approvals/profiles-in-force';
import { profilesOfRequests } from './groups/profiles-of-requests';
import { numberOf, type PurchaseRequest, partiesOf } from './requests';

/** Tells those who may decide that a request waits, as the company or its issuer has set it (C3.030). */
export const tellApprovers = (tx: Transaction, held: PurchaseRequest, brandName: string): Promise<void> =>
  tellApproversOf(tx, [held], brandName);

/** Does the same for requests of one requester, for one person at one place. */
export async function tellApproversOf(
  tx: Transaction,
  requests: readonly PurchaseRequest[],
  brandName: string
): Promise<void> {
  const [first] = requests;
  if (!first) return;
  const { issuerId, companyId, path } = first;
  const mailsOf = await eventMails(tx, { event: 'request_pending', issuerId, companies: [companyId], brandName });
  if (!mailsOf) return;
  const people = await peopleToMail(
    tx,
    issuerId,
    Prisma.sql`u.id NOT IN (SELECT person_ids(${issuerId}::uuid, party) FROM unnest(${partiesOf(first)}::uuid[]) AS party)
      AND EXISTS (SELECT 1 FROM ${approvingPlaces()} AND starts_with(${path}, n.path))`
  );
  const profileOf = await profilesOfRequests(tx, {
    issuerId,
    requests,
    userIds: people.map(({ id }) => id),
    held: false
  });
  const mails = requests.flatMap((held) => {
    const profile = profileOf(held);
    return mailsOf({
      companyId,
      about: `${numberOf(held)} · ${held.terms.supplier.name} · ${held.currency} ${held.purchaseLimit}`,
      concerned: people.filter(({ id }) => isAsked(profile, id)).map(({ id: _, ...person }) => person)
    });
  });
  await enqueueAll(tx, mails);
}

/** Without a profile every approver of the place is asked. */
const isAsked = (profile: ApprovalProfile | null, id: string) =>
  !profile || profile.levels.some(({ members }) => members.has(id));

/** Tells the requester, and the person for whom it is, how it was decided. Neither the notice nor its mail says anything of the card. */
export async function tellRequester(
  tx: Transaction,
  held: PurchaseRequest,
  { approved, comment, brandName }: { approved: boolean; comment: string | null; brandName: string }
): Promise<void> {
  const { issuerId, id, terms } = held;
  const params = { number: numberOf(held), supplier: terms.supplier.name };
  const template: TemplateName = approved ? 'purchase_approved' : 'purchase_declined';
  for (const userId of partiesOf(held))
    await postNotice(tx, {
      issuerId,
      userId,
      kind: approved ? 'approval.request.approved' : 'approval.request.declined',
      params,
      href: `/workspace/purchase-requests/${id}`,
      mail: { template, params: { ...params, comment: comment ?? '' }, brandName }
    });
}
