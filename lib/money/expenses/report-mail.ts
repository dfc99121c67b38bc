import type { Principal } from '../../access/policy/principal';
import { queueEventMails } from '../../brand/mail/event-mail';
import { queueMail } from '../../brand/mail/queue-mail';
import { mailLocale } from '../../brand/mail/render';
import type { TemplateName } from '../../brand/mail/templates';
import type { Transaction } from '../../core/database/database';
import { knownUser } from '../../directory/people/known-user';
import { brandOf } from '../../directory/people/people-mail';
import type { ExpenseReport } from './report';
import type { ReportEvent } from './states';

interface Happened {
  event: ReportEvent;
  reason: string | undefined;
  /** To whom it goes. */
  approverId: string | null;
}

type Template = Extract<TemplateName, `report_${string}`>;

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
  const { issuerId, companyId, ownerId, ownerName, title } = report;
  const tell = async (id: string | null, template: Template) => {
    const user = id === null ? null : await knownUser(tx, { issuerId, id });
    if (!user?.email) return;
    const brand = await brandOf(tx, issuerId, principal.brandName);
    await queueMail(tx, issuerId, {
      ...{ template, to: user.email, name: user.name, brandName: brand.name, locale: mailLocale(brand, user.locale) },
      params: { owner: ownerName, title, ...(reason && { reason }) }
    });
  };
  if (event === 'submit') await tell(approverId, 'report_submitted');
  if (event === 'reroute') {
    await tell(approverId, 'report_submitted');
    await tell(ownerId, 'report_rerouted');
  }
  if (event === 'decline') await tell(ownerId, 'report_declined');
  if (event === 'approve') await tell(ownerId, 'report_approved');
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
