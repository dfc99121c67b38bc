import { defineModule } from '../../composition/define-module';
import { alertsOfUser } from './alerts-of-user';
import { evaluateBooked } from './evaluate';
import { evaluateAnswered } from './evaluate-answered';
import { fireOverdue } from './fire-overdue';
import { forgetFirings } from './forget-firings';
import { firingsOfTransactions } from './retention';
import { tellFired } from './tell';

export default defineModule({
  needs: [
    ...['access/policy', 'brand/brands', 'brand/mail', 'directory/people', 'directory/programs', 'directory/structure'],
    ...[
      'kit/attachments',
      'kit/listing',
      'kit/notices',
      'kit/states',
      'money/purchasing',
      'money/suppliers',
      'money/transactions'
    ]
  ],
  tables: ['spending_alerts', 'spending_alert_rules', 'spending_alert_recipients', 'spending_alert_firings'],
  areas: {
    /** Alerts of one's own about what is spent in one's part; their reports are their owner's alone (C6.026). */
    alerts: { roles: { A: 'vm', S: 'vm', O: 'vm', C: 'vm', G: 'vm', I: 'vm' }, ofOwnEyes: ['modify'] }
  },
  programFeatures: ['alerts'],
  auditActions: [
    'spending_alert.changed',
    'spending_alert.created',
    'spending_alert.deleted',
    'spending_alert.fired',
    'spending_alert.paused',
    'spending_alert.resumed',
    'spending_alert.snoozed'
  ],
  outbox: {
    'alerts.booked': evaluateBooked,
    'alerts.tell': tellFired,
    'authorizations.answered': evaluateAnswered,
    // What an earlier version announced.
    'authorizations.declined': evaluateAnswered
  },
  chores: { fireOverdue, forgetFirings },
  belongings: [alertsOfUser],
  retention: [firingsOfTransactions]
});
