import type { Principal } from '../../access/policy/principal';
import { queueEventMails } from '../../brand/mail/event-mail';
import type { TemplateName } from '../../brand/mail/templates';
import type { Transaction } from '../../core/database/database';
import { knownUser } from '../../directory/people/known-user';
import { postNotice } from '../../kit/notices/post-notice';
import type { ExpenseReport } from './report';
import type { ReportEvent } from './states';

interface Happened {
  event: ReportEvent;
  reason: string | undefined;
  /** To whom it goes. */
  approverId: string | null;
}

/** What is told, and the mail that says it in more words. */
const TOLD = {
  'approval.report.waits': 'report_submitted',
  'approval.report.rerouted': 'report_rerouted',
  'approval.report.declined': 'report_declined',
  'approval.report.approved': 'report_approved'
} as const satisfies Record<string, TemplateName>;

/**
 * Tells whom an event concerns: the approver that a report waits for them, its owner what was decided. The company's
 * email settings may tell more (C3.030).
 */
export async function mailEvent(
  tx: Transaction,
  principal: Principal,
  report: ExpenseReport,
  { event, reason, approverId }: Happened
): Promise<void> {
  const { issuerId, companyId, ownerId, ownerName, title, id } = report;
  const tell = async (userId: string | null, kind: keyof typeof TOLD) => {
    if (userId === null) return;
    const mailed = { owner: ownerName, title, ...(reason && { reason }) };
    await postNotice(tx, {
      ...{ issuerId, userId, kind, params: { owner: ownerName, title } },
      href: `/workspace/expense-reports/${id}`,
      mail: { template: TOLD[kind], params: mailed, brandName: principal.brandName }
    });
  };
  if (event === 'submit') await tell(approverId, 'approval.report.waits');
  if (event === 'reroute') {
    await tell(approverId, 'approval.report.waits');
    await tell(ownerId, 'approval.report.rerouted');
  }
  if (event === 'decline') await tell(ownerId, 'approval.report.declined');
  if (event === 'approve') await tell(ownerId, 'approval.report.approved');
  if (event !== 'submit' && event !== 'approve') return;
  const owner = await knownUser(tx, { issuerId, id: ownerId });
  const concerned = owner?.email ? [{ email: owner.email, name: owner.name, locale: owner.locale }] : [];
  await queueEventMails(tx, {
    ...{ event: event === 'submit' ? 'report_submitted' : 'report_approved', issuerId, companyId },
    ...{ brandName: principal.brandName, about: `${title} – ${ownerName}`, concerned },
    // Of a submission the owner has no mail of ours, of an approval they do.
    told: event === 'approve'
  });
}
