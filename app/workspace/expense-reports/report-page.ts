import { notFound } from 'next/navigation';
import { linesOf } from '@/lib/money/expenses/lines';
import { type ExpenseReport, seenReport } from '@/lib/money/expenses/report';
import { EXPENSE_REPORT } from '@/lib/money/expenses/states';
import { idOf } from '../addresses';
import { signedInFor } from '../signed-in';

/** What every page about one report reads: the reader and the report; not found for readers who don't see it. */
export async function reportPage(params: Promise<{ id: string }>) {
  const page = await signedInFor('expense_reports', 'view', 'expense.reports');
  const report = await seenReport(page.principal, idOf((await params).id));
  if (!report) notFound();
  const href = `/workspace/expense-reports/${report.id}`;
  const list = { href: '/workspace/expense-reports', label: page.t('expense.report.title') };
  return { page, report, href, list, trail: [list, { href, label: report.title }] };
}

/** The same for pages on which the owner works on a saved report. */
export async function ownReportPage(params: Promise<{ id: string }>) {
  const found = await reportPage(params);
  if (!isEditable(found.report, found.page.principal)) notFound();
  return found;
}

/** The same about one line of it; not found if the report has no such line. */
export async function ownLinePage(params: Promise<{ id: string; line: string }>) {
  const [found, id] = [await ownReportPage(params), idOf((await params).line)];
  const lines = await linesOf(found.report);
  const line = lines.find((one) => one.id === id);
  if (!line) notFound();
  return { ...found, lines, line, hidden: { id: found.report.id, line: id } };
}

/** Whether the reader may change the report: their own, as long as it is saved. */
export const isEditable = (report: ExpenseReport, { userId }: { userId: string }): boolean =>
  report.ownerId === userId && EXPENSE_REPORT.after(report.state, 'submit') !== null;
