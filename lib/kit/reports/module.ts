import { defineModule } from '../../composition/define-module';
import { forgetRuns } from './forget-runs';
import { KEPT_DAYS } from './kept';
import { reportsOfUser } from './reports-of-user';
import { runReport } from './run-report';
import { REPORT_RUNS } from './runs';
import { deliver, deliveryPayload } from './schedules/deliver';
import { followHolidays } from './schedules/follow-holidays';
import { schedulesOfUser } from './schedules/schedules-of-user';
import { settleDelivery } from './schedules/settle-delivery';
import { runPayload } from './start-run';

export default defineModule({
  needs: [
    ...['access/policy', 'access/settings', 'brand/brands', 'brand/mail', 'directory/people', 'directory/structure'],
    ...['kit/bulk', 'kit/jobs', 'kit/listing', 'kit/notices', 'kit/setup']
  ],
  tables: [
    ...['report_definitions', 'report_deliveries', 'report_firings', 'report_recipients', 'report_runs'],
    ...['report_schedules', 'report_shares']
  ],
  keyPurposes: ['report-password'],
  areas: {
    /** Reports of one's own, and running them over what one may see. */
    reports: { roles: { A: 'vmr', S: 'vmr', O: 'vmr', C: 'vmr', G: 'vmr', H: 'vmr', I: 'vmr' }, ofOwnEyes: ['modify'] },
    /** Sharing a report with the people of a place, and managing what places share. */
    shared_reports: { roles: { C: 'vm', H: 'vm', I: 'vm' }, ofOwnEyes: ['modify'] },
    /** Schedules of one's own, for people in one's scope. */
    report_schedules: {
      roles: { A: 'vm', S: 'vm', O: 'vm', C: 'vm', G: 'vm', H: 'vm', I: 'vm' },
      ofOwnEyes: ['modify']
    }
  },
  auditActions: [
    'report.changed',
    'report.created',
    'report.deleted',
    'report.downloaded',
    'report.run',
    'report.run_deleted',
    'report.shared',
    'report.unshared',
    'report_schedule.changed',
    'report_schedule.created',
    'report_schedule.deleted',
    'report_schedule.mailed',
    'report_schedule.paused',
    'report_schedule.restored',
    'report_schedule.resumed',
    'report_schedule.sent',
    'report_schedule.stopped'
  ],
  lists: {
    'report-runs': { listing: REPORT_RUNS, path: '/workspace/reports/completed' }
  },
  jobsOverLists: {
    // A long report delays one other at most, and no feed or upload.
    'report.run': {
      payload: runPayload,
      does: runReport,
      alone: false,
      keptDays: 31,
      atOnce: 2,
      fileDays: KEPT_DAYS,
      outcomeAt: ({ payload }) => `/workspace/reports/completed/${payload.runId}`
    },
    'report.delivery': {
      payload: deliveryPayload,
      does: deliver,
      ended: settleDelivery,
      alone: false,
      keptDays: 31,
      atOnce: 2
    }
  },
  chores: { followHolidays, forgetRuns },
  belongings: [reportsOfUser, schedulesOfUser]
});
