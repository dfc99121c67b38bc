import { z } from 'zod';
import { may, type Principal, primaryPrincipal, principalAgain } from '../../../access/policy/principal';
import { mailLocale } from '../../../brand/mail/render';
import { isoDay } from '../../../core/calendar/days';
import { database, transaction } from '../../../core/database/database';
import type { Prisma } from '../../../core/database/prisma/client';
import { accepted, type Result } from '../../../core/entry/refusal';
import type { Locale } from '../../../core/language/locales';
import { translator } from '../../../core/language/texts';
import { now } from '../../../core/server/clock';
import { knownUser } from '../../../directory/people/known-user';
import { brandOf } from '../../../directory/people/people-mail';
import type { Lists } from '../../bulk/declared-lists';
import type { JobHandler, JobRun } from '../../jobs/job-run';
import type { ReportDefinition } from '../definition';
import { openPassword, sealPassword } from '../file-password';
import { expiryFrom } from '../kept';
import { type KnownReport, knownReport, reportName, type StandardReports } from '../known-report';
import { periodDays } from '../period-days';
import { reportSource, withDays } from '../report-source';
import { writeRun } from '../run-report';
import { NOT_PERMITTED } from '../start-run';
import { maySchedule } from './save-schedule';

/** The payload of the job that gives one recipient the report of one firing. */
export const deliveryPayload = z.object({ firingId: z.guid(), runId: z.guid() });
export type DeliveryPayload = z.output<typeof deliveryPayload>;

/** A job that had nothing to do: the schedule is gone, or the recipient may not run the report. */
type DeliveryResult = { rows: number } | { gone: true } | { notPermitted: true };
const done = (result: DeliveryResult): Result<Prisma.InputJsonObject> => accepted(result);

/** A firing with its schedule, or null. */
const firingOf = (issuerId: string, id: string) =>
  database().reportFiring.findUnique({
    where: { issuerId_id: { issuerId, id } },
    include: { schedule: { include: { definition: true } } }
  });
type Firing = NonNullable<Awaited<ReturnType<typeof firingOf>>>;

/**
 * Runs the report of a firing for one recipient, under the right that the recipient has now. It fails if the owner may
 * no longer run the report (C6.027); a recipient who may not gets nothing.
 */
export async function deliver(
  run: JobRun<DeliveryPayload>,
  lists: Lists,
  standard: StandardReports
): ReturnType<JobHandler> {
  const { issuerId, ownerUserId: userId, payload } = run.job;
  const { firingId, runId } = payload;
  const firing = await firingOf(issuerId, firingId);
  if (!firing || firing.schedule.deletedAt) return done({ gone: true });
  const { schedule } = firing;
  const { ownerUserId, assignmentId, brandName } = schedule;
  const as = { issuerId, brandName, sessionId: '', accessor: null };
  const owner = await principalAgain({ ...as, userId: ownerUserId, assignmentId });
  const report = owner && maySchedule(owner) ? await knownReport(lists, standard, owner, schedule.report) : null;
  if (!owner || !report) return NOT_PERMITTED;
  const principal = userId === ownerUserId ? owner : await primaryPrincipal({ ...as, userId });
  if (!principal || !mayRun(lists, principal, report)) return done({ notPermitted: true });
  const locale = await localeOf(issuerId, userId, brandName);
  const dated = await definitionAt(owner, report, firing);
  if (!dated.ok) return dated;
  await beginRun(run, firing, { report, definition: dated.value, principal, locale });
  const written = await writeRun(run, lists, { runId, principal, locale });
  return written.ok ? done({ rows: written.value.rows }) : written;
}

/** A part of the structure is needed too: without any, nothing is in it. */
const mayRun = (lists: Lists, principal: Principal, { definition }: KnownReport): boolean =>
  may(principal, 'reports', 'run') &&
  principal.scope.subtrees.length > 0 &&
  reportSource(lists, principal, definition) !== null;

/** The language of a user's mails. */
const localeOf = (issuerId: string, id: string, brandName: string): Promise<Locale> =>
  transaction(async (tx) => {
    const user = await knownUser(tx, { issuerId, id });
    return mailLocale(await brandOf(tx, issuerId, brandName), user?.locale);
  });

interface Beginning {
  report: KnownReport;
  definition: ReportDefinition;
  principal: Principal;
  locale: Locale;
}

/** The columns of a run whose schedule has a password. */
function passwordOf({ issuerId, id: scheduleId, password: sealed }: Firing['schedule'], runId: string) {
  if (!sealed) return {};
  const password = sealPassword(openPassword(sealed, { issuerId, scheduleId }), { issuerId, runId });
  return { isProtected: true, password };
}

/** The report with the days of its period, which its owner's calendar counts from the day that was due. */
async function definitionAt(
  owner: Principal,
  { definition, source }: KnownReport,
  { schedule, dueOn }: Firing
): Promise<Result<ReportDefinition>> {
  const period = schedule.period ?? definition.period;
  const days = period === null ? null : await periodDays(owner, period, isoDay(dueOn));
  return days && !days.ok ? days : accepted(withDays(definition, source.dataSet, days?.value ?? null));
}

/** Adds the run, unless a process that ended added it. */
async function beginRun(
  { job: { issuerId, id: jobId, payload } }: JobRun<DeliveryPayload>,
  { schedule }: Firing,
  { report, definition, principal, locale }: Beginning
): Promise<void> {
  await database().reportRun.createMany({
    data: {
      issuerId,
      id: payload.runId,
      ownerUserId: principal.userId,
      jobId,
      report: report.id,
      scopeNodes: principal.scope.subtrees.map(({ nodeId }) => nodeId),
      name: reportName(translator(locale), report),
      dataSet: definition.dataSet,
      criteria: definition,
      format: schedule.format,
      createdAt: now(),
      expiresAt: expiryFrom(now()),
      definitionVersion: report.saved?.version ?? null,
      ...passwordOf(schedule, payload.runId)
    },
    skipDuplicates: true
  });
}
