import { defineModule } from '../../composition/define-module';
import { forgetRuns } from './forget-runs';
import { KEPT_DAYS } from './kept';
import { reportsOfUser } from './reports-of-user';
import { runReport } from './run-report';
import { REPORT_RUNS } from './runs';
import { runPayload } from './start-run';

export default defineModule({
  needs: ['access/policy', 'access/settings', 'directory/people', 'kit/bulk', 'kit/jobs', 'kit/listing'],
  tables: ['report_definitions', 'report_runs'],
  areas: {
    /** Reports of one's own, and running them over what one may see. */
    reports: { roles: { A: 'vmr', S: 'vmr', O: 'vmr', C: 'vmr', G: 'vmr', H: 'vmr', I: 'vmr' }, decided: ['modify'] },
    /** Sharing a report with everybody of a company or an issuer. */
    shared_reports: { roles: { C: 'vm', H: 'vm', I: 'vm' }, decided: ['modify'] }
  },
  auditActions: [
    'report.changed',
    'report.created',
    'report.deleted',
    'report.downloaded',
    'report.run',
    'report.run_deleted'
  ],
  lists: {
    'report-runs': { listing: REPORT_RUNS, path: '/workspace/reports/completed' }
  },
  jobsOverLists: {
    // A long report delays one other at most, and no feed or upload.
    'report.run': {
      ...{ payload: runPayload, does: runReport, alone: false, keptDays: 31, atOnce: 2, fileDays: KEPT_DAYS },
      outcomeAt: ({ payload }) => `/workspace/reports/completed/${payload.runId}`
    }
  },
  chores: { forgetRuns },
  belongings: [reportsOfUser]
});
