import { randomUUID } from 'node:crypto';
import { ACTIONS, AREAS, type Authority, granted as grantedTo } from '@/lib/access/policy/policy';
import { may, type Principal, principalOf } from '@/lib/access/policy/principal';
import { COMMENTABLES } from '@/lib/composition/process/commentables';
import { LISTS } from '@/lib/composition/process/lists';
import { STANDARD_REPORTS } from '@/lib/composition/process/standard-reports';
import { transaction } from '@/lib/core/database/database';
import { translator } from '@/lib/core/language/texts';
import { accessAsUser } from '@/lib/directory/people/access-as-user';
import { createUser } from '@/lib/directory/people/create-user';
import { requestLink } from '@/lib/directory/people/links/request-link';
import { newUserSchema } from '@/lib/directory/people/schema';
import { USERS } from '@/lib/directory/people/user-listing';
import { downloadStructure } from '@/lib/directory/structure/download-structure';
import { addComment } from '@/lib/kit/comments/add-comment';
import { sendMessage } from '@/lib/kit/inbox/send-message';
import { exportCsv, exportSpreadsheet } from '@/lib/kit/listing/export';
import { readQuery } from '@/lib/kit/listing/query';
import { addQuickLink } from '@/lib/kit/quick-links/quick-links';
import { createReport, savedReportSchema } from '@/lib/kit/reports/save-report';
import { createSchedule } from '@/lib/kit/reports/schedules/save-schedule';
import { scheduleSchema } from '@/lib/kit/reports/schedules/schema';
import { startRun } from '@/lib/kit/reports/start-run';
import { createAlert } from '@/lib/money/alerts/save-alert';
import { alertSchema } from '@/lib/money/alerts/schema';
import { createProfile } from '@/lib/money/approvals/save-profile';
import { changeDispute } from '@/lib/money/disputes/change-state';
import { removeTransaction } from '@/lib/money/transactions/add-transaction';
import { changeStates } from '@/lib/money/transactions/change-state';
import { TRANSACTION_EVENTS } from '@/lib/money/transactions/states';
import { actorOf } from '@/lib/sign-in/session/sessions';
import { refusalAddress } from '../support/links';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt, principalFor } from '../support/principal';
import { codeOf, granted } from '../support/results';
import { SCOPE_MODULES } from '../support/scope/registry';
import { withSetting } from '../support/settings';
import { aCompany, aCompanyGroup, anAccount, anIssuer, aUserAt } from '../support/structure';

const database = useDatabase({ seeded: true });
const t = translator('en_US');

/** A company administrator, directly and viewed as by the group's administrator. */
async function aWorld() {
  const db = database.current;
  const issuer = await anIssuer(db);
  await withSetting(db, { issuerId: issuer.id }, 'multi.user', true);
  const group = await aCompanyGroup(db, issuer);
  const company = await aCompany(db, group);
  const account = await anAccount(db, company);
  const target = await aUserAt(db, 'C', company);
  const { token } = granted(await accessAsUser(await aPrincipalAt(db, 'G', group), target.id, ORIGIN));
  const actor = await actorOf(token);
  if (!actor) throw new Error('no session through another’s eyes');
  return { company, account, own: await principalFor(db, target), eyes: await principalOf(actor) };
}

/** A company administrator's permissions that can't be used while viewed as. */
const CLOSED_AUTHORITIES: readonly Authority[] = [
  'structure_upload.run',
  'peers.modify',
  'authority_templates.modify',
  'bank_accounts.approve',
  'business_trips.view',
  'cash_advances.modify',
  'central_travel.modify',
  'multi_user.modify',
  'registrations.modify',
  'registrations.approve',
  'approvals.approve',
  'ledger_exports.modify',
  'ledger_exports.run',
  'payable_files.modify',
  'payable_files.run',
  'repayments.modify',
  'payments.modify',
  'purchase_requests.modify',
  'reports.modify',
  'reports.run',
  'shared_reports.modify',
  'report_schedules.modify',
  'messages.modify',
  'wallet.modify',
  'alerts.modify'
];

test('W10 C6.018 through another’s eyes nobody approves, starts work, or delegates', async () => {
  const { own, eyes } = await aWorld();
  const all = AREAS.flatMap((area) =>
    ACTIONS.map((action) => ({ area, action, name: `${area}.${action}` as Authority }))
  );
  const has = (principal: Principal) =>
    all.filter(({ area, action }) => may(principal, area, action)).map(({ name }) => name);
  expect(has(own)).toEqual([...grantedTo('C', null)]);
  expect(
    has(own)
      .filter((name) => !has(eyes).includes(name))
      .sort()
  ).toEqual([...CLOSED_AUTHORITIES].sort());
  expect(has(eyes).filter((name) => !has(own).includes(name))).toEqual([]);
});

const TRY: Record<string, (principal: Principal, world: Awaited<ReturnType<typeof aWorld>>) => Promise<string>> = {
  ...Object.fromEntries(
    TRANSACTION_EVENTS.map((event) => [
      `transactions: ${event}`,
      async (principal: Principal) => {
        const id = randomUUID();
        const change = { event, reason: 'x' };
        const { refused } = await transaction((tx) => changeStates(tx, principal, [id], change, ORIGIN));
        return refused[0]?.refusal.code ?? 'ok';
      }
    ])
  ),
  'removing a transaction added by hand': async (principal) =>
    codeOf(await removeTransaction(principal, { id: randomUUID(), version: 1 }, ORIGIN)),
  'an approval profile': async (principal) =>
    codeOf(await createProfile(principal, { company: randomUUID(), name: 'x', levels: [] } as never, ORIGIN)),
  'a new user': async (principal, { company }) =>
    codeOf(
      await createUser(
        principal,
        newUserSchema.parse({
          firstName: 'Robin',
          lastName: 'Other',
          email: null,
          phone: null,
          locale: null,
          role: 'C',
          place: [company.id]
        }),
        async () => '',
        ORIGIN
      )
    ),
  'a comment': async (principal) => {
    const on = { entity: 'transaction', id: randomUUID() } as const;
    return codeOf(await addComment(COMMENTABLES, principal, on, { text: 'x', mentions: [] }, ORIGIN));
  },
  'submitting a dispute': async (principal) =>
    codeOf(await changeDispute(principal, { id: randomUUID(), version: 1, event: 'submit' }, ORIGIN)),
  'withdrawing a dispute': async (principal) =>
    codeOf(await changeDispute(principal, { id: randomUUID(), version: 1, event: 'withdraw', note: 'x' }, ORIGIN)),
  'a message': async (principal, { company }) => {
    const entry = { nodeId: company.id, roles: [], subject: 'x', body: 'x', mustConfirm: false };
    return codeOf(await sendMessage(principal, { ...entry, firstDay: '2026-01-01', lastDay: null }, ORIGIN));
  },
  'a quick link': async (principal) =>
    codeOf(await addQuickLink(principal, { name: 'x', address: '/workspace/approvals' })),
  'a request for a link': async (principal) =>
    codeOf(await requestLink(principal, { primaryId: randomUUID(), userId: 'Nobody' }, refusalAddress, ORIGIN)),
  'an export of a list': async (principal) => {
    const stream = await exportCsv(principal, USERS, readQuery(USERS, {}), t, ORIGIN);
    await stream?.cancel();
    return stream ? 'ok' : 'closed';
  },
  'a list as a spreadsheet': async (principal) => {
    const stream = await exportSpreadsheet(principal, USERS, readQuery(USERS, {}), t, ORIGIN);
    await stream?.cancel();
    return stream ? 'ok' : 'closed';
  },
  'a saved report': async (principal) =>
    codeOf(
      await createReport(
        LISTS,
        principal,
        savedReportSchema.parse({ name: 'x', definition: { dataSet: 'users', columns: ['name'] } }),
        ORIGIN
      )
    ),
  'a run of a report': async (principal) =>
    startRun(
      LISTS,
      STANDARD_REPORTS,
      principal,
      { report: 'users', criteria: { format: 'csv' }, locale: 'en_US' },
      ORIGIN
    )
      .then(codeOf)
      .then((code) => (code === 'report.not.permitted' ? 'closed' : code)),
  'a schedule of a report': async (principal) => {
    const { userId } = await database.current
      .query<{ userId: string }>('SELECT user_id AS "userId" FROM users WHERE id = $1', [principal.userId])
      .then(([user]) => user as { userId: string });
    const entry = scheduleSchema.parse({
      frequency: 'daily',
      time: '07:00',
      timeZone: 'UTC',
      startsOn: '2026-01-01',
      format: 'csv',
      recipients: [userId]
    });
    return createSchedule(LISTS, STANDARD_REPORTS, principal, { report: 'users', entry }, ORIGIN)
      .then(codeOf)
      .then((code) => (code === 'report.not.permitted' ? 'closed' : code));
  },
  'a spending alert': async (principal, { company }) => {
    const [user] = await database.current.query<{ userId: string }>(
      'SELECT user_id AS "userId" FROM users WHERE id = $1',
      [principal.userId]
    );
    const entry = alertSchema.parse({
      name: 'x',
      nodeId: company.id,
      measure: 'charge',
      amount: '1',
      currency: 'EUR',
      recipients: [user?.userId]
    });
    return codeOf(await createAlert(principal, entry, ORIGIN));
  },
  'the structure as a file': async (principal, { company }) => {
    const stream = await downloadStructure(principal, company.id, ORIGIN);
    await stream?.cancel();
    return stream ? 'ok' : 'closed';
  }
};
const CLOSED = ['access.as.user.closed', 'forbidden.action', 'user.not.authorized', 'closed'];

test.each(Object.keys(TRY))('W10 C6.018 closed through another’s eyes, and by nothing else: %s', async (name) => {
  const world = await aWorld();
  const attempt = TRY[name] as (typeof TRY)[string];
  expect(CLOSED).toContain(await attempt(world.eyes, world));
  expect(CLOSED).not.toContain(await attempt(world.own, world));
});

/**
 * Every kind of command by its treatment while viewing as another user. A new kind must be added to one of the lines.
 * `closed`: it binds the other user. `sign-in`: a user's way to sign in, which people-roles.test.ts and
 * sign-in-security.test.ts cover. `above`: no user that can be viewed has the permission (C6.017). `open`: the change
 * is reversible, and the audit names both people.
 */
const KINDS: Record<'closed' | 'sign-in' | 'above' | 'open', RegExp> = {
  closed:
    /^(alerts\.|comments\.|expenses\.(submit|recall|approve|decline|reroute|addTrip|changeTrip|addAllowance|changeAllowance|signMissingReceipt|withdrawMissingReceipt)|inbox\.|messages\.|payable.files\.|repayments\.|cash.advances\.(enter|close)|quick.links\.|disputes\.(submit|withdraw|decide|pursue|noteCredit)|approvals\.|purchase.groups\.|purchasing\.|batches\.|business.trips\.|central.travel\.|wallet\.|bank.accounts\.|payments\.|recurring payments\.|registration\.|ledger\.|reports\.|report schedules\.|uploads\.|people\.(merge|requestLink|unlink|refuseOwnLink|accessAs|switch|addRole|remove|makePrimary|changeLastDay|createUser)|templates\..*AuthorityTemplate|transactions\.(review|approve|addTransaction|removeTransaction|reverseTransaction))/,
  'sign-in':
    /^people\.(changeUserId|issuePassword|resetEnrolment|lockDual|clearDual|setSingleSignOnOnly|requireTwoFactor|endTwoFactor|handOutSoftToken)/,
  above:
    /^(feeds\.|payment.files\.|programs\.(?!saveConfiguration)|structure\.(changeIssuer|saveIssuerGroup|deleteIssuerGroup))/,
  open: /^(jobs\.|suppliers\.|expense.policies\.|set-up\.|set up\.|search\.|audit\.|split.profiles\.|programs\.saveConfiguration|attachments\.|receipts\.|cash.advances\.(setAgainst|takeOff)|expenses\.(create|edit|delete|add(?!Trip|Allowance)|change(?!Trip|Allowance)|explain|remove|markPersonal|unmarkPersonal)|disputes\.(openDispute|changeDraft|discardDraft)|people\.(changeUser$|deactivate|deleteUser|endUserSessions)|templates\..*(UserTemplate|UserGroup)|structure\.(?!changeIssuer|saveIssuerGroup|deleteIssuerGroup)|transactions\.(allocate|askBulk|addLine|removeLine|declareNotDuplicate))/
};

test('W10 C6.018 every kind of command says whether it is closed through another’s eyes', () => {
  const commands = SCOPE_MODULES.flatMap(({ name, writes }) => Object.keys(writes).map((write) => `${name}.${write}`));
  const unsaid = commands.filter((command) => Object.values(KINDS).filter((kind) => kind.test(command)).length !== 1);
  expect(unsaid).toEqual([]);
});
