import { setUpEntity } from '../../../kit/setup/entity';
import { choice, emails, record, yesNo } from '../../../kit/setup/fields';

/** The recipients and the template of the mail for an event. */
export default setUpEntity({
  name: 'email-setting',
  group: 'messages',
  area: 'company_setup',
  levels: ['issuer', 'company'],
  inherits: true,
  words: { one: 'Email setting', many: 'Email settings', about: 'Who gets an email when something happens.' },
  fields: {
    event: choice({
      label: 'When',
      options: {
        user_created: 'A user is created',
        account_opened: 'An account is opened',
        account_closed: 'An account is closed',
        statement_ready: 'A statement is ready',
        report_submitted: 'An expense report is submitted',
        report_approved: 'An expense report is approved',
        request_pending: 'A purchase request waits for approval',
        spending_alert: 'A spending alert is raised'
      },
      required: true,
      unique: true
    }),
    toCardholder: yesNo({ label: 'To the person concerned' }),
    recipients: emails({ label: 'Also to', hint: 'Up to five addresses, separated by commas.', most: 5 }),
    template: record({ label: 'Email template', target: { entity: 'email-template' } })
  },
  titleFields: ['event'],
  check: ({ toCardholder, recipients }) =>
    toCardholder || recipients ? [] : [{ code: 'email.setting.nobody', field: 'recipients' }]
});
