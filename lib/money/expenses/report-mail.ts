import type { Principal } from '../../access/policy/principal';
import { eventMails } from '../../brand/mail/event-mail';
import type { TemplateName } from '../../brand/mail/templates';
import type { Transaction } from '../../core/database/database';
import { type Effect, enqueueAll } from '../../core/server/outbox';
import type { KnownUser } from '../../directory/people/known-user';
import type { Notice } from '../../kit/notices/notice';
import { noticeEffect } from '../../kit/notices/post-notice';
import type { DecidedReport } from './report-change';
import type { ReportEvent } from './states';

interface Happened {
  event: ReportEvent;
  reason: string | undefined;
  /** The owners by their id, of a submission or an approval. */
  owners: ReadonlyMap<string, KnownUser>;
}

/** What is told, and the mail that says it in more words. */
const TOLD = {
  'approval.report.waits': 'report_submitted',
  'approval.report.rerouted': 'report_rerouted',
  'approval.report.declined': 'report_declined',
  'approval.report.approved': 'report_approved'
} as const satisfies Record<string, TemplateName>;

/**
 * Tells whom an event of reports concerns: the approver that a report waits for them, its owner what was decided. The
 * company's email settings may tell more (C3.030).
 */
export async function tellOfReports(
  tx: Transaction,
  principal: Principal,
  reports: readonly DecidedReport[],
  happened: Happened
): Promise<void> {
  const notices = reports.flatMap((one) => noticesOf(principal, one, happened));
  const mails = await eventMailsOf(tx, principal, reports, happened);
  await enqueueAll(tx, [...notices.map(noticeEffect), ...mails]);
}

function noticesOf(
  { brandName }: Principal,
  { report: { issuerId, ownerId, ownerName, title, id }, decided: { approverId } }: DecidedReport,
  { event, reason }: Happened
): Notice[] {
  const told = (userId: string | null, kind: keyof typeof TOLD): Notice[] => {
    if (userId === null) return [];
    const mailed = { owner: ownerName, title, ...(reason && { reason }) };
    return [
      {
        issuerId,
        userId,
        kind,
        params: { owner: ownerName, title },
        href: `/workspace/expense-reports/${id}`,
        mail: { template: TOLD[kind], params: mailed, brandName }
      }
    ];
  };
  switch (event) {
    case 'submit':
      return told(approverId, 'approval.report.waits');
    case 'reroute':
      return [...told(approverId, 'approval.report.waits'), ...told(ownerId, 'approval.report.rerouted')];
    case 'decline':
      return told(ownerId, 'approval.report.declined');
    case 'approve':
      return told(ownerId, 'approval.report.approved');
    default:
      return [];
  }
}

/** What the settings of their companies add to submissions or approvals. */
async function eventMailsOf(
  tx: Transaction,
  { issuerId, brandName }: Principal,
  reports: readonly DecidedReport[],
  { event, owners }: Happened
): Promise<Effect[]> {
  if (event !== 'submit' && event !== 'approve') return [];
  const mailsOf = await eventMails(tx, {
    event: event === 'submit' ? 'report_submitted' : 'report_approved',
    issuerId,
    brandName,
    companies: reports.map(({ report }) => report.companyId)
  });
  if (!mailsOf) return [];
  return reports.flatMap(({ report: { companyId, ownerId, ownerName, title } }) => {
    const owner = owners.get(ownerId);
    const concerned = owner?.email ? [{ email: owner.email, name: owner.name, locale: owner.locale }] : [];
    // Of a submission the owner has no mail of ours, of an approval they do.
    return mailsOf({ companyId, about: `${title} – ${ownerName}`, concerned, told: event === 'approve' });
  });
}
