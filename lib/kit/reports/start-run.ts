import { z } from 'zod';
import { keptPrincipal, keptPrincipalSchema, may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { calendarDay } from '../../core/entry/date-entry';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { LOCALES, type Locale } from '../../core/language/locales';
import { translator } from '../../core/language/texts';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { timeZoneAt } from '../../directory/structure/reads/today';
import type { Lists } from '../bulk/declared-lists';
import { startJob } from '../jobs/start-job';
import { todayIn } from '../listing/issuer-days';
import { type Answers, withAnswers } from './answers';
import type { ReportDefinition } from './definition';
import { protectionFields, sameTwice, sealPassword } from './file-password';
import { expiryFrom, FORMATS } from './kept';
import { type KnownReport, knownReport, reportName, type StandardReports } from './known-report';
import { knownPeriod, periodFields, periodOf } from './period';
import { periodDays } from './period-days';
import { reportSource, sourceFault, withDays } from './report-source';

const RUN_JOB = 'report.run';

/** The payload of the job. */
export const runPayload = z.object({
  runId: z.guid(),
  principal: keptPrincipalSchema,
  locale: z.enum(LOCALES)
});
export type RunPayload = z.output<typeof runPayload>;

const day = calendarDay().nullish();

/** The criteria of a run (C2.025): its format, and its period if other than the report's; `days`: from the first to the last day. */
export const runSchema = z
  .object({
    format: z.enum(FORMATS),
    ...periodFields,
    from: day,
    to: day,
    ...protectionFields
  })
  .refine(({ period, from, to }) => period !== 'days' || from || to, { error: 'required.field', path: ['from'] })
  .refine(({ period, from, to }) => period !== 'days' || !from || !to || from <= to, {
    error: 'range.reversed',
    path: ['to']
  })
  .refine(({ isProtected, password }) => !isProtected || password, { error: 'required.field', path: ['password'] })
  .superRefine((entry, context) => {
    if (entry.period !== 'days') knownPeriod(entry, context);
  })
  .superRefine(sameTwice);
export type RunCriteria = z.output<typeof runSchema>;

/** The message of C6.027, whoever may not run a report, and whether or not it exists. */
export const NOT_PERMITTED = refused({ code: 'report.not.permitted' });

/**
 * Queues a run of a report with the rights of its user, which the job reads again; returns the run's id (C2.082,
 * C6.027).
 */
export async function startRun(
  lists: Lists,
  standard: StandardReports,
  principal: Principal,
  {
    report: id,
    criteria,
    answers = {},
    locale
  }: { report: string; criteria: RunCriteria; answers?: Answers; locale: Locale },
  origin: Origin
): Promise<Result<string>> {
  const { issuerId, userId, scope } = principal;
  const scopeNodes = scope.subtrees.map(({ nodeId }) => nodeId);
  if (!may(principal, 'reports', 'run') || scopeNodes.length === 0) return NOT_PERMITTED;
  const report = await knownReport(lists, standard, principal, id);
  if (!report) return NOT_PERMITTED;
  const answered = withAnswers(report.source.listing, report.definition, answers);
  if (!answered.ok) return answered;
  const dated = await definitionOfRun(principal, { ...report, definition: answered.value }, criteria);
  if (!dated.ok) return dated;
  const definition = dated.value;
  const source = reportSource(lists, principal, definition);
  if (!source) return NOT_PERMITTED;
  const fault = await sourceFault(principal, source);
  if (fault) return refused({ ...fault, field: 'period' });
  const [runId, name] = [newId(), reportName(translator(locale), report)];
  return transaction(async (tx) => {
    const job = await startJob(tx, principal, {
      kind: RUN_JOB,
      nodeId: scope.subtrees.find((part) => part.issuerId === issuerId)?.nodeId ?? issuerId,
      payload: { runId, principal: keptPrincipal(principal), locale } satisfies RunPayload
    });
    if (!job.ok) return job;
    await tx.reportRun.createMany({
      data: {
        issuerId,
        id: runId,
        ownerUserId: userId,
        scopeNodes,
        report: id,
        name,
        dataSet: definition.dataSet,
        criteria: definition,
        format: criteria.format,
        jobId: job.value,
        createdAt: now(),
        definitionVersion: report.saved?.version ?? null,
        ...passwordOf(criteria, { issuerId, runId }),
        expiresAt: expiryFrom(now())
      }
    });
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'report.run',
      entity: 'report_run',
      entityId: runId,
      details: {
        name,
        dataSet: definition.dataSet,
        format: criteria.format,
        query: definition.query,
        protected: criteria.isProtected === true
      }
    });
    return accepted(runId);
  });
}

/** The columns of a run that has a password. */
const passwordOf = ({ isProtected, password }: RunCriteria, place: { issuerId: string; runId: string }) =>
  isProtected && password ? { isProtected: true, password: sealPassword(password, place) } : {};

/** The report with the days of its period, which don't change any more while it waits. */
async function definitionOfRun(
  principal: Principal,
  { definition, source }: KnownReport,
  criteria: RunCriteria
): Promise<Result<ReportDefinition>> {
  const { from, to } = criteria;
  if (criteria.period === 'days')
    return accepted(withDays(definition, source.dataSet, { from: from ?? undefined, to: to ?? undefined }));
  const period = periodOf(criteria) ?? definition.period;
  const days =
    period === null ? null : await periodDays(principal, period, todayIn(await timeZoneAt(principal.issuerId)));
  if (days && !days.ok) return refused({ ...days.refusal, field: 'period' });
  return accepted(withDays(definition, source.dataSet, days?.value ?? null));
}
