import { lackedFeatures } from '@/lib/access/policy/features';
import { ACTIONS, AREAS, actionsOf, granted, isByTemplateOnly, isOfOwnEyes, ROLES } from '@/lib/access/policy/policy';

/**
 * The policy, written a second time by hand: the most that a role may do; in brackets only with a template that names
 * it.
 */
const POLICY = `
                      A     S     O     C     G     I     H     Z
structure             -     v     v     vm    vm    vm    v     v
structure_upload      -     -     -     vr    vr    vr    -     -
accounts              v     v     v     vm    vm    vm    v     v
users                 -     -     (vm)  vm    vm    vm    vm    vm
peers                 -     -     (m)   m     m     m     m     m
user_templates        -     -     -     vm    vm    vm    v     v
authority_templates   -     -     -     vm    vm    vm    v     v
user_groups           -     -     -     vm    vm    vm    v     v
access_as_user        -     -     -     -     r     r     r     -
multi_user            -     -     -     vm    vm    vm    v     v
registrations         -     -     -     vma   vma   vma   v     v
transactions          vm    vm    vm    vm    vm    v     v     v
reports               vmr   vmr   vmr   vmr   vmr   vmr   vmr   -
report_schedules      vm    vm    vm    vm    vm    vm    vm    -
shared_reports        -     -     -     vm    -     vm    vm    -
receipts              vm    -     -     -     -     -     -     -
alerts                vm    vm    vm    vm    vm    vm    -     -
disputes              vm    -     -     vm    -     v     v     v
wallet                vm    -     -     vm    -     -     -     -
bank_accounts         -     -     -     va    -     va    v     v
payments              vm    -     -     vm    -     -     -     -
payment_files         -     -     -     -     -     vr    v     v
payable_files         -     -     -     vmr   vmr   -     -     -
repayments            v     -     -     vm    vm    -     -     -
cash_advances         v     -     -     vm    vm    -     -     -
business_trips        vm    -     -     v     v     -     -     -
dispute_desk          -     -     -     -     -     vm    v     v
expense_reports       vm    v     v     v     v     -     -     -
purchase_requests     vm    vm    vm    vm    vm    -     -     -
central_travel        -     -     -     vm    vm    vm    v     v
authorization_activity v    (v)   (v)   (v)   (v)   (v)   (v)   -
purchase_reconciliation -   -     -     v     v     v     v     -
feeds                 -     -     -     -     -     vmr   v     v
approvals             -     a     a     a     a     -     -     -
ledger_exports        -     -     -     vmr   vmr   v     v     v
company_setup         -     -     v     vm    vm    vm    v     v
issuer_setup          -     -     -     -     -     vm    v     v
company_configuration -     -     -     vm    vm    vm    -     v
issuer_configuration  -     -     -     -     -     vm    v     v
program_options       -     -     -     -     -     vm    v     v
system                -     -     -     -     -     -     -     vm
messages              -     -     -     vm    vm    vm    vm    vm
resources             v     v     v     v     v     v     v     -
resource_setup        -     -     -     vm    vm    vm    -     v
jobs                  -     vm    vm    vm    vm    vm    vm    vm
audit                 -     -     -     v     v     v     v     v`;

describe('CD.22 the policy', () => {
  const [head = [], ...lines] = POLICY.trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));

  test('has these areas and roles', () => {
    expect(lines.map(([area]) => area).sort()).toEqual([...AREAS].sort());
    expect([...head].sort()).toEqual([...ROLES].sort());
  });

  test.each(lines)('of %s', (area, ...cells) => {
    const told = head.map((role) => {
      const actions = ACTIONS.filter((action) => actionsOf(role as 'A', area as 'users').includes(action));
      const letters = actions.map((action) => action[0]).join('');
      const isBracketed = actions.some((action) => isByTemplateOnly(role as 'A', area as 'users', action));
      return isBracketed ? `(${letters})` : letters || '-';
    });
    expect(told).toEqual(cells);
  });

  test('C6.022 without a template a role has all but what stands in brackets; a template gives what it names, in the cap', () => {
    expect(granted('O', null).has('users.modify')).toBe(false);
    expect(granted('O', null).has('approvals.approve')).toBe(true);
    expect([...granted('O', ['users.modify', 'system.modify', 'audit.view'])]).toEqual(['users.modify']);
    expect([...granted('C', [])]).toEqual([]);
  });
});

test('C6.018 approving and running are closed through other eyes everywhere, modifying where it decides, viewing where it takes a right of its own', () => {
  const closed = (action: 'view' | 'modify' | 'approve' | 'run') => AREAS.filter((area) => isOfOwnEyes(area, action));
  expect([closed('view'), closed('approve'), closed('run')]).toEqual([
    ['authorization_activity', 'business_trips'],
    [...AREAS],
    [...AREAS]
  ]);
  expect(closed('modify').sort()).toEqual([
    ...[
      'alerts',
      'authority_templates',
      'business_trips',
      'cash_advances',
      'central_travel',
      'dispute_desk',
      'feeds',
      'ledger_exports',
      'messages'
    ],
    'multi_user',
    ...[
      'payable_files',
      'payments',
      'peers',
      'purchase_requests',
      'registrations',
      'repayments',
      'report_schedules',
      'reports',
      'shared_reports'
    ],
    'wallet'
  ]);
});

describe('C6.018 C6.033 features', () => {
  const own = [
    'profile',
    'password',
    'role_switching',
    'linking',
    'delegation',
    'approval_profiles',
    'reviewing',
    'adding_transactions',
    'filing_disputes',
    'new_users',
    'exports',
    'inbox',
    'travel_expense',
    'submitting_reports',
    'signing_statements'
  ];
  const ofCards = ['expense_reports', 'submitting_reports', 'signing_statements', 'travel_expense', 'card_services'];

  test.each([
    ['a cardholder', 'A', null, []],
    ['somebody without a card account', 'C', null, ofCards],
    ['a cardholder through other eyes', 'A', {}, own],
    ['somebody without a card account through other eyes', 'C', {}, [...own, ...ofCards]]
  ] as const)('%s lacks', (_, role, accessor, lacked) => {
    expect(lackedFeatures({ role, accessor }).sort()).toEqual([...new Set(lacked)].sort());
  });
});
