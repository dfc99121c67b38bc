import {
  ACTIONS,
  AREAS,
  type Authority,
  authoritiesOf,
  isByTemplateOnly,
  ROLES,
  type Role
} from '@/lib/access/policy/policy';

/**
 * The permissions of each role besides reading, written a second time: a change of the policy must be repeated here.
 */
const MAY: Record<Role, readonly string[]> = {
  A: [
    'alerts.modify',
    'business_trips.modify',
    ...[
      'disputes.modify',
      'expense_reports.modify',
      'payments.modify',
      'purchase_requests.modify',
      'receipts.modify',
      'report_schedules.modify',
      'reports.modify',
      'reports.run'
    ],
    ...['transactions.modify', 'wallet.modify']
  ],
  S: [
    'alerts.modify',
    'approvals.approve',
    'jobs.modify',
    'purchase_requests.modify',
    'report_schedules.modify',
    'reports.modify',
    'reports.run',
    'transactions.modify'
  ],
  O: [
    'alerts.modify',
    ...['approvals.approve', 'jobs.modify', 'peers.modify', 'purchase_requests.modify', 'transactions.modify'],
    'users.modify',
    'report_schedules.modify',
    'reports.modify',
    'reports.run'
  ],
  C: [
    'alerts.modify',
    'cash_advances.modify',
    'central_travel.modify',
    ...['report_schedules.modify', 'reports.modify', 'reports.run', 'shared_reports.modify'],
    ...['accounts.modify', 'approvals.approve', 'authority_templates.modify', 'bank_accounts.approve'],
    'company_configuration.modify',
    ...['company_setup.modify', 'disputes.modify', 'jobs.modify', 'ledger_exports.modify', 'ledger_exports.run'],
    ...[
      'multi_user.modify',
      'peers.modify',
      'purchase_requests.modify',
      'registrations.approve',
      'registrations.modify'
    ],
    ...[
      'messages.modify',
      'payable_files.modify',
      'payable_files.run',
      'payments.modify',
      'repayments.modify',
      'resource_setup.modify',
      'wallet.modify'
    ],
    ...['structure.modify', 'structure_upload.run', 'transactions.modify', 'user_groups.modify'],
    ...['user_templates.modify', 'users.modify']
  ],
  G: [
    'alerts.modify',
    'cash_advances.modify',
    'central_travel.modify',
    ...['report_schedules.modify', 'reports.modify', 'reports.run'],
    ...['access_as_user.run', 'accounts.modify', 'approvals.approve', 'authority_templates.modify'],
    ...['company_configuration.modify', 'company_setup.modify', 'jobs.modify', 'ledger_exports.modify'],
    ...[
      'ledger_exports.run',
      'messages.modify',
      'multi_user.modify',
      'payable_files.modify',
      'payable_files.run',
      'peers.modify',
      'purchase_requests.modify',
      'registrations.approve',
      'repayments.modify'
    ],
    ...['resource_setup.modify'],
    ...['registrations.modify', 'structure.modify', 'structure_upload.run', 'transactions.modify'],
    ...['user_groups.modify', 'user_templates.modify', 'users.modify']
  ],
  I: [
    'alerts.modify',
    'central_travel.modify',
    ...['report_schedules.modify', 'reports.modify', 'reports.run', 'shared_reports.modify'],
    ...['access_as_user.run', 'accounts.modify', 'authority_templates.modify', 'bank_accounts.approve'],
    'company_configuration.modify',
    ...['company_setup.modify', 'dispute_desk.modify', 'feeds.modify', 'feeds.run', 'issuer_configuration.modify'],
    'issuer_setup.modify',
    'payment_files.run',
    ...['jobs.modify', 'messages.modify', 'multi_user.modify', 'peers.modify', 'program_options.modify'],
    ...['resource_setup.modify'],
    ...['registrations.approve', 'registrations.modify', 'structure.modify', 'structure_upload.run'],
    ...['user_groups.modify', 'user_templates.modify', 'users.modify']
  ],
  H: [
    ...['access_as_user.run', 'jobs.modify', 'messages.modify', 'peers.modify', 'reports.modify', 'reports.run'],
    ...['report_schedules.modify', 'shared_reports.modify', 'users.modify']
  ],
  Z: ['jobs.modify', 'messages.modify', 'peers.modify', 'system.modify', 'users.modify']
};

test.each(ROLES)('CD.22 role %s may do this and nothing else', (role) => {
  const done = authoritiesOf(role).filter((authority) => !authority.endsWith('.view'));
  expect([...done].sort()).toEqual([...MAY[role]].sort());
});

test.each(ROLES)('CD.22 role %s looks at whatever it changes', (role) => {
  const seen = new Set(authoritiesOf(role));
  const changed = authoritiesOf(role).filter((authority) => authority.endsWith('.modify'));
  const unseen = changed.filter((authority) => !seen.has(authority.replace('.modify', '.view') as Authority));
  expect(unseen.filter((authority) => authority !== 'peers.modify')).toEqual([]);
});

test('CD.22 C6.032 users of level managers, and others’ authorization activity, need a template that names them', () => {
  const named = ROLES.flatMap((role) =>
    AREAS.flatMap((area) =>
      ACTIONS.filter((action) => isByTemplateOnly(role, area, action)).map((action) => `${role} ${area}.${action}`)
    )
  );
  const ofUsers = named.filter((one) => !one.endsWith('authorization_activity.view'));
  expect(ofUsers).toEqual(['O users.view', 'O users.modify', 'O peers.modify']);
  expect(named.filter((one) => !ofUsers.includes(one)).map(([role]) => role)).toEqual(['S', 'O', 'C', 'G', 'I', 'H']);
});
