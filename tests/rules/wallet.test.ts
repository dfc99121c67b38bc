import { randomUUID } from 'node:crypto';
import type { Principal } from '@/lib/access/policy/principal';
import { BELONGINGS } from '@/lib/composition/process/belongings';
import { transaction } from '@/lib/core/database/database';
import { fieldFaults } from '@/lib/core/entry/field-faults';
import { stopClock } from '@/lib/core/server/clock';
import { cancelPayment } from '@/lib/money/payments/cancel-payment';
import { makePayment } from '@/lib/money/payments/make-payment';
import { paymentTerms } from '@/lib/money/payments/terms';
import { addWalletAccount } from '@/lib/money/wallet/add-account';
import { makeDefault, removeWalletAccount } from '@/lib/money/wallet/change-wallet';
import { decideBankAccount } from '@/lib/money/wallet/decide-account';
import { ibanFault, plainIban } from '@/lib/money/wallet/iban';
import { isRoutingNumber } from '@/lib/money/wallet/routing-number';
import { walletAccountSchemas } from '@/lib/money/wallet/schema';
import { openBankNumber } from '@/lib/money/wallet/sealed-number';
import { ownWallet } from '@/lib/money/wallet/wallet';
import { deliverNotices } from '../support/deliver-notices';
import { ORIGIN, useDatabase } from '../support/module-world';
import { anIban, aUsAccount, aWalletAccount, IBANS } from '../support/payments';
import { aPrincipalAt, principalFor } from '../support/principal';
import { codeOf, granted, refusedFor } from '../support/results';
import { withSetting } from '../support/settings';
import { aBrand } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, aUserAt, type StructureNode } from '../support/structure';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let account: StructureNode;
let A: Principal;

beforeAll(() => aBrand());
beforeEach(async () => {
  issuer = await anIssuer(world.current);
  company = await aCompany(world.current, issuer);
  account = await anAccount(world.current, company);
  A = await aPrincipalAt(world.current, 'A', account);
});

const add = (entry: Parameters<typeof addWalletAccount>[1], by = A) => addWalletAccount(by, entry, ORIGIN);
const through = (principal: Principal) => ({ ...principal, accessor: { issuerId: issuer.id, userId: A.userId } });

describe('the number of a bank account', () => {
  test.each(IBANS)('%s is an IBAN', (iban) => {
    expect(ibanFault(iban)).toBeNull();
    expect(ibanFault(plainIban(` ${iban.slice(0, 4).toLowerCase()} ${iban.slice(4)} `))).toBeNull();
  });
  test.each([
    ['XX89370400440532013000', 'wallet.iban.country'],
    ['DE8937040044053201300', 'wallet.iban.length'],
    ['DE893704004405320130000', 'wallet.iban.length'],
    ['DE88370400440532013000', 'wallet.iban.check'],
    ['DE89370400440532013001', 'wallet.iban.check'],
    ['DE8937040044053201300!', 'wallet.iban.check'],
    ['DEA9370400440532013000', 'wallet.iban.check'],
    ['', 'wallet.iban.country']
  ])('%s is none: %s', (iban, code) => {
    expect(ibanFault(iban)).toBe(code);
  });
  test.each(['021000021', '011401533', '091000019', '324377516', '800000006'])('%s is a routing number', (digits) => {
    expect(isRoutingNumber(digits)).toBe(true);
  });
  test.each(['021000022', '02100002', '0210000210', '131000004', '900000007', '12100002x', ''])(
    '%s is none: nine digits, a beginning that is given out, and the check digit',
    (digits) => {
      expect(isRoutingNumber(digits)).toBe(false);
    }
  );
  test('the form states each fault at its field', () => {
    const faultsOf = (typed: Record<string, string>) => {
      const parsed = walletAccountSchemas.us.safeParse({
        scheme: 'us',
        routingNumber: '021000021',
        accountNumber: '1234',
        kind: 'savings',
        holderName: 'Ada',
        nickname: 'A',
        ...typed
      });
      const nameOf = (path: readonly PropertyKey[]) => String(path[0]);
      return parsed.success ? [] : fieldFaults(parsed.error, nameOf).map(({ field, code }) => `${field} ${code}`);
    };
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf({ routingNumber: '0210-0002 1', accountNumber: '1234 5678 9012 3456 7' })).toEqual([]);
    expect(faultsOf({ accountNumber: '123' })).toEqual(['accountNumber wallet.number.invalid']);
    expect(faultsOf({ accountNumber: '123456789012345678' })).toEqual(['accountNumber wallet.number.invalid']);
    expect(faultsOf({ routingNumber: '021000022' })).toEqual(['routingNumber wallet.routing.invalid']);
    expect(faultsOf({ nickname: 'x'.repeat(41) })).toEqual(['nickname too.long.field']);
  });
});

test('C1.033 C3.029 a bank account is added, listed by its last four characters, and stored sealed', async () => {
  const id = granted(await add(anIban()));
  granted(await add(aUsAccount()));
  expect(await ownWallet(A)).toMatchObject([
    { id, scheme: 'iban', country: 'DE', lastFour: '3000', isDefault: true, routingNumber: null, kind: null },
    { scheme: 'us', country: 'US', lastFour: '6789', isDefault: false, routingNumber: '021000021', kind: 'checking' }
  ]);
  const [row] = await world.current.query<{ text: string; sealed: Buffer }>(
    'SELECT w::text AS text, number_encrypted AS sealed FROM wallet_accounts w WHERE id = $1',
    [id]
  );
  expect(row?.text).not.toContain('37040044');
  expect(openBankNumber(issuer.id, id, row?.sealed as Buffer)).toBe(IBANS[0]);
  expect(() => openBankNumber(issuer.id, randomUUID(), row?.sealed as Buffer)).toThrow();
  const audit = await world.current.query<{ action: string; details: object }>(
    'SELECT action, details FROM audit_entries WHERE issuer_id = $1 AND entity_id = $2',
    [issuer.id, id]
  );
  expect(audit).toMatchObject([{ action: 'wallet.added', details: { scheme: 'iban', 'last.four': '3000' } }]);
  expect(JSON.stringify(audit)).not.toContain('37040044');
});

test('C9.030 a sixth account is refused, by the database too; a removed one makes room', async () => {
  for (const iban of IBANS.slice(0, 5)) granted(await add(anIban(iban)));
  const refusal = await add(anIban(IBANS[5]));
  expect(refusal).toMatchObject({ refusal: { code: 'wallet.full', params: { maximum: 5 } } });
  await expect(
    world.current.query(
      `INSERT INTO wallet_accounts (issuer_id, id, user_id, place, scheme, country, nickname, holder_name, number_encrypted,
         number_key_id, number_hash, last_four, added_at)
       SELECT issuer_id, $2, user_id, 6, scheme, country, nickname, holder_name, number_encrypted, number_key_id,
         sha256('x'), last_four, added_at FROM wallet_accounts WHERE issuer_id = $1 LIMIT 1`,
      [issuer.id, randomUUID()]
    )
  ).rejects.toThrow('wallet_accounts_place_check');
  const [, second] = await ownWallet(A);
  granted(await removeWalletAccount(A, second?.id as string, ORIGIN));
  granted(await add(anIban(IBANS[5])));
  expect(await ownWallet(A)).toHaveLength(5);
});

test('C9.030 of two accounts added at once as the fifth, one is refused', async () => {
  for (const iban of IBANS.slice(0, 4)) granted(await add(anIban(iban)));
  const both = await Promise.all([add(anIban(IBANS[4])), add(anIban(IBANS[5]))]);
  expect(both.map(codeOf).sort()).toEqual(['ok', 'wallet.full']);
});

test('C5.129 the same pair of routing and account number is refused twice; another account there is accepted', async () => {
  granted(await add(aUsAccount('123456789')));
  expect(refusedFor(await add(aUsAccount('123456789')))).toBe('accountNumber wallet.already');
  granted(await add(aUsAccount('987654321')));
  granted(await add(aUsAccount('123456789', '011401533')));
  granted(await add(anIban()));
  expect(refusedFor(await add(anIban()))).toBe('iban wallet.already');
  // Another person's wallet is another wallet.
  granted(await add(anIban(), await aPrincipalAt(world.current, 'A', account)));
});

test('the first account is the default; another is made it, and a removed one passes it on', async () => {
  const [first, second] = [granted(await add(anIban(IBANS[0]))), granted(await add(anIban(IBANS[1])))];
  granted(await makeDefault(A, second, ORIGIN));
  expect((await ownWallet(A)).map(({ id, isDefault }) => [id, isDefault])).toEqual([
    [second, true],
    [first, false]
  ]);
  granted(await makeDefault(A, second, ORIGIN));
  granted(await removeWalletAccount(A, second, ORIGIN));
  expect(await ownWallet(A)).toMatchObject([{ id: first, isDefault: true }]);
  expect(codeOf(await removeWalletAccount(A, second, ORIGIN))).toBe('not.found');
});

test('an account is not removed while a payment from it is under way', async () => {
  stopClock(new Date('2026-03-16T10:00:00Z'));
  const id = await aWalletAccount(A);
  const entry = { accountId: account.id, walletAccountId: id, amount: '100', payOn: '2026-03-20', key: randomUUID() };
  granted(await makePayment(A, entry, 'Agreed.', ORIGIN));
  expect(codeOf(await removeWalletAccount(A, id, ORIGIN))).toBe('wallet.paying');
  expect(await ownWallet(A)).toHaveLength(1);
});

test('C6.018 a wallet is its owner’s: nobody else has it, not even through the owner’s eyes', async () => {
  const id = await aWalletAccount(A);
  const other = await aPrincipalAt(world.current, 'A', account);
  expect(await ownWallet(other)).toEqual([]);
  expect(codeOf(await makeDefault(other, id, ORIGIN))).toBe('not.found');
  expect(await ownWallet(through(A))).toEqual([]);
  expect(codeOf(await add(anIban(IBANS[1]), through(A)))).toBe('forbidden.action');
  expect(codeOf(await removeWalletAccount(through(A), id, ORIGIN))).toBe('forbidden.action');
  const bank = await aPrincipalAt(world.current, 'I', issuer);
  expect(codeOf(await add(anIban(), bank))).toBe('forbidden.action');
});

test('C1.013 a programme without wallets has none', async () => {
  const option = randomUUID();
  await world.current.query(
    `INSERT INTO program_options (issuer_id, id, name, program_type, features) VALUES ($1, $2, 'Plain', 'corporate', '{}')`,
    [issuer.id, option]
  );
  await world.current.query('UPDATE companies SET program_option_id = $2 WHERE issuer_id = $1', [issuer.id, option]);
  expect(codeOf(await add(anIban()))).toBe('forbidden.action');
});

test('CD.5 the wallet of somebody forgotten is deleted; what a payment is under way from stays without names', async () => {
  stopClock(new Date('2026-03-16T10:00:00Z'));
  const id = await aWalletAccount(A);
  await aWalletAccount(A, anIban(IBANS[1]));
  const entry = { accountId: account.id, walletAccountId: id, amount: '100', payOn: '2026-03-20', key: randomUUID() };
  const paymentId = granted(await makePayment(A, entry, 'Agreed.', ORIGIN));
  const forget = () =>
    transaction(async (tx) => {
      for (const { forget: one } of BELONGINGS) await one?.(tx, { issuerId: issuer.id, id: A.userId });
    });
  await forget();
  expect(await ownWallet(A)).toMatchObject([{ id, holderName: '–', nickname: '–', lastFour: '3000' }]);
  granted(await cancelPayment(A, paymentId, ORIGIN));
  await forget();
  expect(await ownWallet(A)).toEqual([]);
});

describe('a second person', () => {
  let own: Principal;
  let other: Principal;
  beforeEach(async () => {
    stopClock(new Date('2026-03-16T10:00:00Z'));
    await withSetting(world.current, { issuerId: issuer.id }, 'wallet.second.person', true);
    own = await aPrincipalAt(world.current, 'C', company);
    other = await aPrincipalAt(world.current, 'C', company);
  });
  const decide = (by: Principal, id: string, event: 'confirm' | 'decline', reason?: string) =>
    decideBankAccount(by, { id, event, reason }, ORIGIN);
  const stateOf = async (id: string) => (await ownWallet(own)).find((one) => one.id === id)?.state;
  const noticesOf = async (userId: string) => {
    await deliverNotices(world.current);
    return world.current.query<{ kind: string }>('SELECT kind FROM inbox_notices WHERE user_id = $1', [userId]);
  };

  test('C3.029 an added account is usable once another administrator has confirmed it: nothing is paid before', async () => {
    const id = granted(await add(anIban(), own));
    expect(await stateOf(id)).toBe('proposed');
    expect(await noticesOf(other.userId)).toEqual([{ kind: 'payment.account.proposed' }]);
    expect(await noticesOf(own.userId)).toEqual([]);
    const wanted = { accountId: account.id, walletAccountId: id, amount: '100', payOn: '2026-03-20' };
    const pay = () => makePayment(own, { ...wanted, key: randomUUID() }, 'Agreed.', ORIGIN);
    expect(refusedFor(await paymentTerms(own, wanted))).toBe('walletAccountId payment.from.unconfirmed');
    expect(refusedFor(await pay())).toBe('walletAccountId payment.from.unconfirmed');
    granted(await decide(other, id, 'confirm'));
    expect(await stateOf(id)).toBe('usable');
    expect(await noticesOf(own.userId)).toEqual([{ kind: 'payment.account.confirmed' }]);
    granted(await pay());
    const audit = await world.current.query(
      'SELECT actor_user_id AS by, details FROM audit_entries WHERE entity_id = $1 AND action = $2',
      [id, 'wallet.confirmed']
    );
    expect(audit).toEqual([
      { by: other.userId, details: { 'before.state': 'proposed', 'after.state': 'usable', 'last.four': '3000' } }
    ]);
  });

  test('C3.029 nobody confirms their own, by whichever linked id; nor does a cardholder, or one of another company', async () => {
    const id = granted(await add(anIban(), own));
    const linked = await aUserAt(world.current, 'I', issuer);
    await world.current.query(
      `INSERT INTO user_links (issuer_id, id, primary_user_id, linked_user_id, status, confirmed_at)
       VALUES ($1, gen_random_uuid(), $2, $3, 'confirmed', now())`,
      [issuer.id, linked.id, own.userId]
    );
    const elsewhere = await aPrincipalAt(world.current, 'C', await aCompany(world.current, issuer));
    expect(codeOf(await decide(own, id, 'confirm'))).toBe('bank.account.own');
    expect(codeOf(await decide(await principalFor(world.current, linked), id, 'confirm'))).toBe('bank.account.own');
    expect(codeOf(await decide(elsewhere, id, 'confirm'))).toBe('not.found');
    expect(codeOf(await decide(A, id, 'confirm'))).toBe('forbidden.action');
    expect(codeOf(await decide(through(other), id, 'confirm'))).toBe('forbidden.action');
    expect(await stateOf(id)).toBe('proposed');
    await expect(
      world.current.query(
        `UPDATE wallet_accounts SET state = 'usable', decided_at = now(), decided_by = user_id WHERE id = $1`,
        [id]
      )
    ).rejects.toThrow('wallet_accounts_second_person');
  });

  test('C3.029 of two administrators who decide at once one does; a declined account is never paid from', async () => {
    const id = granted(await add(anIban(), own));
    const third = await aPrincipalAt(world.current, 'I', issuer);
    const both = await Promise.all([decide(other, id, 'confirm'), decide(third, id, 'decline', 'Not ours')]);
    expect(both.map(codeOf).sort()).toEqual(['bank.account.decided', 'ok']);
    const second = granted(await add(anIban(IBANS[1]), own));
    expect(refusedFor(await decide(other, second, 'decline'))).toBe('reason required');
    granted(await decide(other, second, 'decline', 'Not the company’s'));
    expect(await ownWallet(own)).toContainEqual(
      expect.objectContaining({ id: second, state: 'declined', declineReason: 'Not the company’s' })
    );
    const wanted = { accountId: account.id, walletAccountId: second, amount: '100', payOn: '2026-03-20' };
    expect(refusedFor(await paymentTerms(own, wanted))).toBe('walletAccountId payment.from.unconfirmed');
    // It makes room again, and can be proposed once more.
    granted(await removeWalletAccount(own, second, ORIGIN));
    expect(await stateOf(granted(await add(anIban(IBANS[1]), own)))).toBe('proposed');
  });

  test('C3.029 a company asks though its issuer does not; what was usable before stays so; a lone administrator’s goes to the bank', async () => {
    await withSetting(world.current, { issuerId: issuer.id }, 'wallet.second.person', false);
    const before = granted(await add(anIban(), own));
    await withSetting(world.current, { issuerId: issuer.id, companyId: company.id }, 'wallet.second.person', true);
    const after = granted(await add(anIban(IBANS[1]), own));
    expect([await stateOf(before), await stateOf(after)]).toEqual(['usable', 'proposed']);
    const alone = await aCompany(world.current, issuer);
    const bank = await aPrincipalAt(world.current, 'I', issuer);
    await withSetting(world.current, { issuerId: issuer.id, companyId: alone.id }, 'wallet.second.person', true);
    granted(await add(anIban(), await aPrincipalAt(world.current, 'C', alone)));
    expect(await noticesOf(bank.userId)).toEqual([{ kind: 'payment.account.proposed' }]);
  });
});
