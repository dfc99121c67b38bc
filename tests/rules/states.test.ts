import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Principal } from '@/lib/access/policy/principal';
import { jobHandlers } from '@/lib/composition/process/job-handlers';
import { transaction } from '@/lib/core/database/database';
import { changeStatus, STATUS_EVENTS } from '@/lib/directory/people/change-status';
import { deleteUser } from '@/lib/directory/people/delete-user';
import {
  clearDualAuthenticationLock,
  lockDualAuthentication
} from '@/lib/directory/people/security/dual-authentication';
import { USER } from '@/lib/directory/people/states';
import { submitApplication } from '@/lib/directory/registration/apply';
import { acceptApplication } from '@/lib/directory/registration/approve-registration';
import { completeCardholder } from '@/lib/directory/registration/complete-cardholder';
import { declineRegistration } from '@/lib/directory/registration/decline-registration';
import { matchCardholder } from '@/lib/directory/registration/match-cardholder';
import { REGISTRATION, type RegistrationEvent, type RegistrationState } from '@/lib/directory/registration/states';
import { ACCOUNT } from '@/lib/directory/structure/account-states';
import { changeAccountState } from '@/lib/directory/structure/change-account-state';
import { changeNodeStatus } from '@/lib/directory/structure/close-node';
import { NODE } from '@/lib/directory/structure/node-states';
import type { EventOf, StateOf, StateTable } from '@/lib/kit/states/define-states';
import { defineStates } from '@/lib/kit/states/define-states';
import { pageOf } from '@/lib/kit/states/diagram';
import { mustChange } from '@/lib/kit/states/starting-from';
import { changeAlertState } from '@/lib/money/alerts/change-state';
import { ALERT } from '@/lib/money/alerts/states';
import { changeDispute } from '@/lib/money/disputes/change-state';
import { DISPUTE } from '@/lib/money/disputes/states';
import { changeRepayment } from '@/lib/money/expenses/repayments/change-repayment';
import { REPAYMENT } from '@/lib/money/expenses/repayments/states';
import { EXPENSE_REPORT } from '@/lib/money/expenses/states';
import { seenExport } from '@/lib/money/ledger/exports';
import { reverseTransactions } from '@/lib/money/ledger/reverse';
import { cancelPayment } from '@/lib/money/payments/cancel-payment';
import { changeRecurringState } from '@/lib/money/payments/recurring/change-state';
import { setUpRecurring } from '@/lib/money/payments/recurring/save-recurring';
import { RECURRING_PAYMENT } from '@/lib/money/payments/recurring/states';
import { PAYMENT } from '@/lib/money/payments/states';
import { cancelRequest, submitRequest } from '@/lib/money/purchasing/change-state';
import { approveRequest, declineRequest } from '@/lib/money/purchasing/decide-request';
import { activateGroup, deleteGroup } from '@/lib/money/purchasing/groups/activate-group';
import { changeTypes, changeUsers } from '@/lib/money/purchasing/groups/change-sections';
import { type GroupEvent, type GroupState, PURCHASE_GROUP } from '@/lib/money/purchasing/groups/states';
import { changeRequest } from '@/lib/money/purchasing/save-request';
import { PURCHASE_REQUEST } from '@/lib/money/purchasing/states';
import { cancelMandate } from '@/lib/money/rails/cancel-mandate';
import { changeStates } from '@/lib/money/transactions/change-state';
import { isTransactionEvent, TRANSACTION } from '@/lib/money/transactions/states';
import { decideBankAccount } from '@/lib/money/wallet/decide-account';
import { MANDATE } from '@/lib/money/wallet/mandates/states';
import { WALLET_ACCOUNT } from '@/lib/money/wallet/states';
import { anAlert } from '../support/alerts';
import { aProfile } from '../support/approvals';
import { aDispute } from '../support/disputes';
import { anExpensePolicy } from '../support/expense-policy';
import { aReportOf, tried } from '../support/expense-reports';
import { working } from '../support/jobs';
import { anExport } from '../support/ledger';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPayment, asWithBank, aUsAccount, aWalletAccount } from '../support/payments';
import { aPrincipalAt } from '../support/principal';
import { anActiveGroup, groupNow, seenNow } from '../support/purchase-groups';
import { anOffer, aRequest, entryOf } from '../support/purchasing';
import { aRegistrableAccount, aRegistrationLink, type Registrable } from '../support/registration';
import { aRepayment } from '../support/repayments';
import { codeOf, granted } from '../support/results';
import { withSetting } from '../support/settings';
import { refusalsOf } from '../support/setup';
import { aBrand } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, anOrgPoint, aUserAt, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';
import { until } from '../support/until';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let bank: Principal;
let administrator: Principal;

beforeAll(async () => {
  await aBrand();
  issuer = await anIssuer(world.current);
  company = await aCompany(world.current, issuer);
  bank = await aPrincipalAt(world.current, 'I', issuer);
  administrator = await aPrincipalAt(world.current, 'C', company);
  await anExpensePolicy(world.current, company);
});

const only = async <Row extends object>(sql: string, values: unknown[]) =>
  (await world.current.query<Row>(sql, values))[0];

/** A record under test: its current state, and the result of an event, `ok` or the code of the refusal. */
interface Tried<Table> {
  state: () => Promise<StateOf<Table> | undefined>;
  tries: (event: EventOf<Table>) => Promise<string>;
}

async function aTransactionIn(state: StateOf<typeof TRANSACTION>): Promise<Tried<typeof TRANSACTION>> {
  const db = world.current;
  const point = await anOrgPoint(db, company);
  const account = await anAccount(db, point);
  const { id } = await aTransaction(db, account, { state: state === 'exported' ? 'approved' : state });
  // Only the own approval is taken back.
  await db.query("UPDATE transactions SET approved_by = $2 WHERE id = $1 AND state = 'approved'", [
    id,
    administrator.userId
  ]);
  const exported = async () => {
    const exportId = await anExport(administrator, point.id);
    const ended = await working(jobHandlers, () =>
      until(async () => {
        const seen = await seenExport(administrator, exportId);
        return seen && ['exported', 'failed'].includes(seen.status) && seen;
      })
    );
    return ended.refusal?.code ?? 'ok';
  };
  if (state === 'exported') expect(await exported()).toBe('ok');
  return {
    state: async () =>
      (await only<{ state: StateOf<typeof TRANSACTION> }>('SELECT state::text FROM transactions WHERE id = $1', [id]))
        ?.state,
    async tries(event) {
      if (event === 'export') return exported();
      const reason = TRANSACTION.transition(event).reason && 'The receipt is missing';
      const { refused } = await transaction((tx) =>
        isTransactionEvent(event)
          ? changeStates(tx, administrator, [id], { event, reason }, ORIGIN)
          : reverseTransactions(tx, administrator, [id], reason, ORIGIN)
      );
      return refused[0]?.refusal.code ?? 'ok';
    }
  };
}

async function anAccountIn(state: StateOf<typeof ACCOUNT>): Promise<Tried<typeof ACCOUNT>> {
  const db = world.current;
  const [{ id }, other] = [await anAccount(db, company), await anAccount(db, company)];
  const isOver = state === 'closed' || state === 'replaced';
  await db.query(
    `UPDATE accounts SET state = $2, closed_on = CASE WHEN $3 THEN opened_on END, replaced_by_id = $4::uuid
     WHERE id = $1`,
    [id, state, isOver, state === 'replaced' ? other.id : null]
  );
  if (isOver) await db.query("UPDATE nodes SET status = 'closed' WHERE id = $1", [id]);
  return {
    state: async () =>
      (await only<{ state: StateOf<typeof ACCOUNT> }>('SELECT state::text FROM accounts WHERE id = $1', [id]))?.state,
    tries: async (event) => {
      const change = { event, version: 1, ...(event === 'replace' && { replacedById: other.id }) };
      return codeOf(await changeAccountState(bank, id, change, ORIGIN));
    }
  };
}

async function aNodeIn(state: StateOf<typeof NODE>): Promise<Tried<typeof NODE>> {
  const { id } = await anOrgPoint(world.current, company);
  await world.current.query('UPDATE nodes SET status = $2 WHERE id = $1', [id, state]);
  return {
    state: async () =>
      (await only<{ status: StateOf<typeof NODE> }>('SELECT status::text FROM nodes WHERE id = $1', [id]))?.status,
    tries: async (event) => codeOf(await changeNodeStatus(bank, id, { event, version: 1 }, ORIGIN))
  };
}

async function aUserIn(state: StateOf<typeof USER>): Promise<Tried<typeof USER>> {
  const db = world.current;
  const { id } = await aUserAt(db, 'A', await anAccount(db, company));
  await db.query(
    `UPDATE users SET status = CASE $2 WHEN 'deleted' THEN 'inactive' ELSE $2 END::user_status,
       lock_cause = CASE WHEN $2 = 'locked' THEN 'password_attempts'::lock_cause END,
       locked_at = CASE WHEN $2 = 'locked' THEN now() END, deleted_at = CASE WHEN $2 = 'deleted' THEN now() END
     WHERE id = $1`,
    [id, state]
  );
  const commands = {
    lock_dual_authentication: lockDualAuthentication,
    clear_dual_authentication: clearDualAuthenticationLock,
    delete: deleteUser
  };
  return {
    state: async () =>
      (
        await only<{ state: StateOf<typeof USER> }>(
          "SELECT CASE WHEN deleted_at IS NULL THEN status::text ELSE 'deleted' END AS state FROM users WHERE id = $1",
          [id]
        )
      )?.state,
    async tries(event) {
      const status = STATUS_EVENTS.find((one) => one === event);
      if (status) return codeOf(await changeStatus(administrator, id, status, ORIGIN));
      return codeOf(await commands[event as keyof typeof commands](administrator, id, ORIGIN));
    }
  };
}

async function aDisputeIn(state: StateOf<typeof DISPUTE>): Promise<Tried<typeof DISPUTE>> {
  const { id } = await aDispute(world.current, await anAccount(world.current, company), { state });
  return {
    state: async () =>
      (await only<{ state: StateOf<typeof DISPUTE> }>('SELECT state::text FROM disputes WHERE id = $1', [id]))?.state,
    tries: async (event) => {
      const by = event === 'submit' || event === 'withdraw' ? administrator : bank;
      const note = DISPUTE.transition(event).reason && 'The merchant has answered';
      return codeOf(await changeDispute(by, { id, version: 1, event, note, wonAmount: '1' }, ORIGIN));
    }
  };
}

async function aPaymentIn(state: StateOf<typeof PAYMENT>): Promise<Tried<typeof PAYMENT>> {
  const account = await anAccount(world.current, company);
  const holder = await aPrincipalAt(world.current, 'A', account);
  const walletAccountId = await aWalletAccount(holder);
  const id = await aPayment(world.current, account, { payerId: holder.userId, walletAccountId, payOn: '2099-12-15' });
  if (state === 'cancelled') granted(await cancelPayment(holder, id, ORIGIN));
  else await asWithBank(world.current, id, state);
  return {
    state: async () =>
      (await only<{ state: StateOf<typeof PAYMENT> }>('SELECT state::text FROM payments WHERE id = $1', [id]))?.state,
    tries: async () => codeOf(await cancelPayment(administrator, id, ORIGIN))
  };
}

async function aRepaymentIn(state: StateOf<typeof REPAYMENT>): Promise<Tried<typeof REPAYMENT>> {
  const account = await anAccount(world.current, company);
  const owner = await aPrincipalAt(world.current, 'A', account);
  const [walletAccountId, later] = [await aWalletAccount(owner), await aWalletAccount(owner, aUsAccount())];
  await world.current.query(
    'INSERT INTO repayment_accounts (issuer_id, user_id, wallet_account_id, chosen_at) VALUES ($1, $2, $3, now())',
    [owner.issuerId, owner.userId, later]
  );
  const id = await aRepayment(world.current, account, { ownerId: owner.userId, walletAccountId, state });
  return {
    state: async () =>
      (await only<{ state: StateOf<typeof REPAYMENT> }>('SELECT state::text FROM repayments WHERE id = $1', [id]))
        ?.state,
    tries: async (event) =>
      codeOf(await changeRepayment(administrator, id, { event: event as 'retry' | 'cancel', version: 1 }, ORIGIN))
  };
}

async function aMandateIn(state: StateOf<typeof MANDATE>): Promise<Tried<typeof MANDATE>> {
  const account = await anAccount(world.current, company);
  const holder = await aPrincipalAt(world.current, 'A', account);
  const walletAccountId = await aWalletAccount(holder);
  const payment = await aPayment(world.current, account, { payerId: holder.userId, walletAccountId });
  await asWithBank(world.current, payment, 'paid');
  await world.current.query(
    `UPDATE sepa_mandates SET state = $2::mandate_state, ended_at = CASE WHEN $2 <> 'active' THEN now() END,
       block_code = CASE WHEN $2 = 'blocked' THEN 'MD01' END WHERE wallet_account_id = $1`,
    [walletAccountId, state]
  );
  return {
    state: async () =>
      (
        await only<{ state: StateOf<typeof MANDATE> }>(
          'SELECT state::text FROM sepa_mandates WHERE wallet_account_id = $1',
          [walletAccountId]
        )
      )?.state,
    tries: async () => codeOf(await cancelMandate(holder, walletAccountId, ORIGIN))
  };
}

async function aRecurringPaymentIn(state: StateOf<typeof RECURRING_PAYMENT>): Promise<Tried<typeof RECURRING_PAYMENT>> {
  const account = await anAccount(world.current, company);
  const holder = await aPrincipalAt(world.current, 'A', account);
  const entry = { pays: 'statement', daysBefore: 3, walletAccountId: await aWalletAccount(holder) } as const;
  const id = granted(await setUpRecurring(holder, account.id, entry, 'Agreed.', ORIGIN));
  await world.current.query(
    `UPDATE recurring_payments SET state = $2::recurring_state, ended_at = CASE WHEN $2 = 'stopped' THEN now() END WHERE id = $1`,
    [id, state]
  );
  return {
    state: async () =>
      (
        await only<{ state: StateOf<typeof RECURRING_PAYMENT> }>(
          'SELECT state::text FROM recurring_payments WHERE id = $1',
          [id]
        )
      )?.state,
    tries: async (event) => codeOf(await changeRecurringState(holder, id, event, ORIGIN))
  };
}

const DECIDED = ['confirm', 'confirm_to_validate', 'decline'] as const;

/** Confirmed to be validated is where the issuer asks for that; the bank does the rest (bank-validation.test.ts). */
async function aBankAccountIn(state: StateOf<typeof WALLET_ACCOUNT>): Promise<Tried<typeof WALLET_ACCOUNT>> {
  const holder = await aPrincipalAt(world.current, 'A', await anAccount(world.current, company));
  const id = await aWalletAccount(holder, aUsAccount());
  await world.current.query(
    `UPDATE wallet_accounts SET state = $2::wallet_account_state,
       validation = CASE WHEN $2 IN ('added', 'validating', 'blocked') THEN 'prenote'::wallet_validation END,
       block_reason = CASE WHEN $2 = 'blocked' THEN 'returned'::wallet_block_reason END,
       block_code = CASE WHEN $2 = 'blocked' THEN 'R03' END, decided_at = CASE WHEN $2 <> 'proposed' THEN now() END,
       decided_by = CASE WHEN $2 <> 'proposed' THEN $3::uuid END, decline_reason = CASE WHEN $2 = 'declined' THEN 'x' END
     WHERE id = $1`,
    [id, state, bank.userId]
  );
  return {
    state: async () =>
      (
        await only<{ state: StateOf<typeof WALLET_ACCOUNT> }>('SELECT state::text FROM wallet_accounts WHERE id = $1', [
          id
        ])
      )?.state,
    async tries(event) {
      const asked = event === 'confirm_to_validate' ? 'prenote' : 'none';
      await withSetting(world.current, { issuerId: issuer.id }, 'wallet.validation.us', asked);
      const decided = event === 'decline' ? event : 'confirm';
      return codeOf(await decideBankAccount(administrator, { id, event: decided, reason: 'Not ours' }, ORIGIN));
    }
  };
}

async function anAlertIn(state: StateOf<typeof ALERT>): Promise<Tried<typeof ALERT>> {
  const id = await anAlert(world.current, administrator, company, { state, name: randomUUID() });
  return {
    state: async () =>
      (await only<{ state: StateOf<typeof ALERT> }>('SELECT state::text FROM spending_alerts WHERE id = $1', [id]))
        ?.state,
    tries: async (event) => codeOf(await changeAlertState(administrator, { id, event }, ORIGIN))
  };
}

/** By whom a registration that is tried so was begun: those of cardholders are matched, applications answered. */
const isApplication = (state: RegistrationState, event: RegistrationEvent) =>
  event === 'submit' || ['pending_approval', 'declined'].includes(state) || ['approve', 'decline'].includes(event);

const told = ({ cardNumber: accountNumber, corporateCode, cardName }: Registrable) => ({
  accountNumber,
  corporateCode,
  cardName
});

async function aRegistrationIn(
  state: RegistrationState,
  first: RegistrationEvent
): Promise<Tried<typeof REGISTRATION>> {
  const place = await aRegistrableAccount(world.current);
  const by = await aPrincipalAt(world.current, 'I', place.issuer);
  // Only a cardholder is matched, whatever is tried then.
  const applies = isApplication(state, first) && state !== 'matched';
  const { token, email } = await aRegistrationLink(world.current, applies ? { issuer: place.issuer } : {});
  const row = () =>
    only<{ id: string; state: RegistrationState; version: number }>(
      'SELECT id, state::text, version FROM registrations WHERE email = $1',
      [email]
    );
  const match = (cardName: string) => matchCardholder({ token, ...told(place), cardName }, ORIGIN);
  const complete = () =>
    completeCardholder(
      {
        token,
        firstName: 'Robin',
        lastName: 'Example',
        userId: `robin${randomBytes(4).toString('hex')}`,
        password: 'Maple-Harbour-77',
        confirmation: 'Maple-Harbour-77'
      },
      ORIGIN
    );
  const decide = async (event: 'approve' | 'decline') => {
    const { id, version } = (await row()) ?? { id: randomUUID(), version: 1 };
    return event === 'approve'
      ? acceptApplication(by, { id, version }, ORIGIN)
      : declineRegistration(by, id, { version, reason: 'The company is not known.' }, ORIGIN);
  };
  const commands: Record<RegistrationEvent, () => Promise<Parameters<typeof codeOf>[0]>> = {
    // That it doesn't match is the answer of the event itself.
    miss: async () => {
      const missed = await match('Somebody Else');
      return codeOf(missed) === 'registration.not.matched' ? { ok: true } : missed;
    },
    match: () => match(place.cardName),
    submit: () => submitApplication(token, 'account_application', ORIGIN),
    complete,
    approve: () => decide('approve'),
    decline: () => decide('decline')
  };
  const led: Record<RegistrationState, RegistrationEvent[]> = {
    started: [],
    verified: [],
    matched: ['match'],
    pending_approval: ['submit'],
    approved: applies ? ['submit', 'approve'] : ['match', 'complete'],
    declined: ['submit', 'decline']
  };
  for (const event of led[state]) expect(codeOf(await commands[event]())).toBe('ok');
  if (state === 'verified')
    await world.current.query("UPDATE registration_starts SET state = 'verified' WHERE token_hash = $1", [
      createHash('sha256').update(token).digest()
    ]);
  return {
    state: async () =>
      (await row())?.state ??
      (
        await only<{ state: RegistrationState }>('SELECT state::text FROM registration_starts WHERE token_hash = $1', [
          createHash('sha256').update(token).digest()
        ])
      )?.state,
    tries: async (event) => codeOf(await commands[event]())
  };
}

async function aReportIn(state: StateOf<typeof EXPENSE_REPORT>): Promise<Tried<typeof EXPENSE_REPORT>> {
  const account = await anAccount(world.current, company);
  const owner = await aPrincipalAt(world.current, 'A', account);
  const other = await aUserAt(world.current, 'C', company);
  const id = await aReportOf(owner, account, [(await aTransaction(world.current, account)).id]);
  // Only their own approver reroutes it, and a saved one is seen by its owner alone.
  const by = (event: EventOf<typeof EXPENSE_REPORT>) =>
    event === 'submit' || event === 'recall' ? owner : administrator;
  const tries = async (event: EventOf<typeof EXPENSE_REPORT>) =>
    codeOf(await tried(by(event), id, { event, reason: 'Two nights, not three', approver: other.userId }));
  const led = { saved: [], submitted: ['submit'], approved: ['submit', 'approve'] } as const;
  for (const event of led[state]) expect(await tries(event)).toBe('ok');
  return {
    state: async () =>
      (
        await only<{ state: StateOf<typeof EXPENSE_REPORT> }>('SELECT state::text FROM expense_reports WHERE id = $1', [
          id
        ])
      )?.state,
    tries
  };
}

const pairs = <Table extends StateTable>(table: Table) =>
  table.states.flatMap((state) =>
    table.eventNames.map((event) => [state as StateOf<Table>, event as EventOf<Table>] as const)
  );

/** How often something was audited as an action. */
const audited = async (action: string) =>
  (await only<{ count: number }>('SELECT count(*)::int AS count FROM audit_entries WHERE action = $1', [action]))
    ?.count;

/** Tries an event in a state: it is allowed or refused as the table declares, and audited when it happened. */
async function expectAsDeclared<Table extends StateTable>(
  table: Table,
  [from, event]: readonly [StateOf<Table>, EventOf<Table>],
  record: Tried<Table>
): Promise<void> {
  const { to, audit } = table.transition(event as string);
  const refusal = table.refusal(event as string, from as string);
  expect(await record.state()).toBe(from);
  const before = await audited(audit);
  expect(await record.tries(event)).toBe(refusal ?? 'ok');
  expect(await record.state()).toBe(refusal ? from : to);
  expect(await audited(audit)).toBe((before ?? 0) + (refusal ? 0 : 1));
}

async function aPurchaseIn(state: StateOf<typeof PURCHASE_REQUEST>): Promise<Tried<typeof PURCHASE_REQUEST>> {
  const requester = await aPrincipalAt(world.current, 'A', await anAccount(world.current, company));
  const offered = await anOffer(administrator, company);
  const id = await aRequest(requester, offered);
  await world.current.query(
    `UPDATE purchase_requests SET state = $2::purchase_request_state,
       submitted_at = CASE WHEN $2 <> 'draft' THEN now() END WHERE id = $1`,
    [id, state]
  );
  const seen = { id, version: 1 };
  return {
    state: async () =>
      (
        await only<{ state: StateOf<typeof PURCHASE_REQUEST> }>(
          'SELECT state::text FROM purchase_requests WHERE id = $1',
          [id]
        )
      )?.state,
    async tries(event) {
      if (event === 'edit') {
        const changed = await changeRequest(requester, seen, entryOf(offered), ORIGIN);
        return changed.ok ? 'ok' : (changed.refusals[0]?.code ?? '');
      }
      if (event === 'submit') return codeOf(await submitRequest(requester, seen, ORIGIN));
      if (event === 'cancel') return codeOf(await cancelRequest(requester, seen, null, ORIGIN));
      if (event === 'approve') return codeOf(await approveRequest(administrator, seen, null, ORIGIN));
      return codeOf(await declineRequest(administrator, seen, 'Too dear', ORIGIN));
    }
  };
}

async function aGroupIn(state: GroupState): Promise<Tried<typeof PURCHASE_GROUP>> {
  const by = administrator;
  const user = await aPrincipalAt(world.current, 'A', await anAccount(world.current, company));
  const offered = await anOffer(by, company);
  const profile = await aProfile(world.current, company, { levels: [{ members: [by.userId] }] });
  const id = await anActiveGroup(by, { offered, users: [user], profile });
  // In use, so that a deletion makes it inactive.
  await aRequest(user, offered);
  if (state === 'inactive') granted(await deleteGroup(by, await seenNow(by, id), ORIGIN));
  if (state === 'in_progress') {
    granted(await changeTypes(by, await seenNow(by, id), { types: [] }, ORIGIN));
    granted(await changeTypes(by, await seenNow(by, id), { types: [offered.type] }, ORIGIN));
  }
  return {
    state: async () => (await groupNow(by, id)).state,
    async tries(event) {
      const seen = await seenNow(by, id);
      if (event === 'activate') return refusalsOf(await activateGroup(by, seen, ORIGIN))[0] ?? 'ok';
      if (event === 'reopen') return codeOf(await changeTypes(by, seen, { types: [] }, ORIGIN));
      if (event === 'empty') return codeOf(await changeUsers(by, seen, { users: [] }, ORIGIN));
      return codeOf(await deleteGroup(by, seen, ORIGIN));
    }
  };
}

describe('every event in every state is allowed or refused as declared', () => {
  // Nobody but its author sees a draft, and saving one changes no state.
  const UNSEEN = ['edit', 'approve', 'decline'];
  // What a card processor does: tests/rules/card-processors.test.ts.
  const asked = pairs(PURCHASE_REQUEST).filter(([, event]) => event !== 'return');
  test.each(asked.filter(([state, event]) => state !== 'draft' || !UNSEEN.includes(event)))(
    'C4.008 C4.009 C4.010 C4.011 C4.040 a purchase request that is %s: %s',
    async (state, event) => {
      await expectAsDeclared(PURCHASE_REQUEST, [state, event], await aPurchaseIn(state));
    }
  );
  // What happens by itself is asked by nobody elsewhere.
  const byItself: GroupEvent[] = ['reopen', 'empty'];
  test.each(
    pairs(PURCHASE_GROUP).filter(
      ([state, event]) => !byItself.includes(event) || PURCHASE_GROUP.after(state, event) !== null
    )
  )('C4.013 C4.014 C4.015 C4.016 a purchase group that is %s: %s', async (state, event) => {
    await expectAsDeclared(PURCHASE_GROUP, [state, event], await aGroupIn(state));
  });
  test.each(pairs(TRANSACTION))('C4.004 C4.006 C4.007 CD.30 a transaction that is %s: %s', async (state, event) => {
    await expectAsDeclared(TRANSACTION, [state, event], await aTransactionIn(state));
  });
  test.each(pairs(ACCOUNT))('CD.36 an account that is %s: %s', async (state, event) => {
    await expectAsDeclared(ACCOUNT, [state, event], await anAccountIn(state));
  });
  test.each(pairs(DISPUTE))('C4.034 a dispute that is %s: %s', async (state, event) => {
    await expectAsDeclared(DISPUTE, [state, event], await aDisputeIn(state));
  });
  test.each(pairs(RECURRING_PAYMENT))('issue 20 C1.012 a recurring payment that is %s: %s', async (state, event) => {
    await expectAsDeclared(RECURRING_PAYMENT, [state, event], await aRecurringPaymentIn(state));
  });

  // What the bank and the time do: tests/rules/mandates.test.ts.
  test.each(pairs(MANDATE).filter(([, event]) => event === 'cancel'))(
    'issue 20 C1.012 a mandate that is %s: %s',
    async (state, event) => {
      await expectAsDeclared(MANDATE, [state, event], await aMandateIn(state));
    }
  );

  // What the bank does: tests/rules/payment-files.test.ts.
  test.each(pairs(PAYMENT).filter(([, event]) => event === 'cancel'))(
    'C2.035 a payment that is %s: %s',
    async (state, event) => {
      await expectAsDeclared(PAYMENT, [state, event], await aPaymentIn(state));
    }
  );
  // What the bank does: tests/rules/repayments.test.ts.
  test.each(pairs(REPAYMENT).filter(([, event]) => event === 'retry' || event === 'cancel'))(
    'issue 20 point 4 a repayment that is %s: %s',
    async (state, event) => {
      await expectAsDeclared(REPAYMENT, [state, event], await aRepaymentIn(state));
    }
  );
  test.each(pairs(WALLET_ACCOUNT).filter(([, event]) => DECIDED.some((one) => one === event)))(
    'C3.029 a bank account that is %s: %s',
    async (state, event) => {
      await expectAsDeclared(WALLET_ACCOUNT, [state, event], await aBankAccountIn(state));
    }
  );
  test.each(pairs(ALERT))('C2.027 a spending alert that is %s: %s', async (state, event) => {
    await expectAsDeclared(ALERT, [state, event], await anAlertIn(state));
  });
  test.each(pairs(NODE))('a node that is %s: %s', async (state, event) => {
    await expectAsDeclared(NODE, [state, event], await aNodeIn(state));
  });
  test.each(pairs(USER))('C4.021 CD.31 a user who is %s: %s', async (state, event) => {
    await expectAsDeclared(USER, [state, event], await aUserIn(state));
  });
  test.each(pairs(REGISTRATION))('CD.34 a registration that is %s: %s', async (state, event) => {
    await expectAsDeclared(REGISTRATION, [state, event], await aRegistrationIn(state, event));
  });
  // What an approver doesn't see is not found: tests/rules/expense-reports.test.ts.
  const seenByApprovers = pairs(EXPENSE_REPORT).filter(
    ([state, event]) => state !== 'saved' || EXPENSE_REPORT.events[event].needs[0] === 'expense_reports'
  );
  test.each(seenByApprovers)('C4.017 C4.018 C4.019 an expense report that is %s: %s', async (state, event) => {
    await expectAsDeclared(EXPENSE_REPORT, [state, event], await aReportIn(state));
  });
});

const TABLES = [
  TRANSACTION,
  ACCOUNT,
  DISPUTE,
  ALERT,
  NODE,
  USER,
  REGISTRATION,
  EXPENSE_REPORT,
  PAYMENT,
  RECURRING_PAYMENT,
  REPAYMENT,
  WALLET_ACCOUNT,
  MANDATE,
  PURCHASE_REQUEST,
  PURCHASE_GROUP
] as unknown as StateTable[];

test.each(TABLES.map((table) => [table.record, table] as const))(
  'each state of a %s can be reached, and each event leads somewhere',
  (_record, table) => {
    const reached = new Set<string>(table.initial);
    for (const _ of table.states)
      for (const state of [...reached])
        for (const event of table.possible(state)) reached.add(table.after(state, event) as string);
    expect([...reached].sort()).toEqual([...table.states].sort());
    for (const event of table.eventNames) expect(table.transition(event).from).not.toEqual([]);
  }
);

test('the diagrams of docs/states.md are those of the tables', () => {
  expect(readFileSync('docs/states.md', 'utf8')).toBe(pageOf(TABLES));
});

test('an event that takes a permission and a reason is refused without them, before anything is looked at', async () => {
  const cardholder = await aPrincipalAt(world.current, 'A', await anAccount(world.current, company));
  const sendBack = (by: Principal, reason?: string) =>
    transaction((tx) => changeStates(tx, by, [randomUUID()], { event: 'send_back', reason }, ORIGIN));
  const refusalOf = async (by: Principal, reason?: string) => (await sendBack(by, reason)).refused[0]?.refusal;
  expect(await refusalOf(cardholder, 'why')).toEqual({ code: 'forbidden.action' });
  expect(await refusalOf(administrator)).toEqual({ code: 'required', field: 'reason' });
  expect(await refusalOf(administrator, 'why')).toEqual({ code: 'not.found' });
});

test('a statement that finds fewer records in their state than it was for is undone', () => {
  expect(() => mustChange(2, 2)).not.toThrow();
  expect(() => mustChange(1, 2)).toThrow('the state of 1 of 2 records has changed meanwhile');
});

test('an unknown state or event does not compile', () => {
  const compiled = () => {
    // @ts-expect-error no such event
    TRANSACTION.refusal('burn', 'open');
    // @ts-expect-error no such state
    TRANSACTION.after('lost', 'review');
    defineStates({
      record: 'lamp',
      states: ['on', 'off'],
      initial: ['off'],
      forbidden: 'forbidden.action',
      events: {
        // @ts-expect-error leads to a state that there is not
        burst: { from: ['on'], to: 'broken', needs: null, refusal: 'not.found', audit: 'account.close' }
      }
    });
  };
  expect(compiled).toBeInstanceOf(Function);
  expect(granted({ ok: true, value: TRANSACTION.possible('open') })).toEqual(['review']);
});
