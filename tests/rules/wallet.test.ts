import { randomUUID } from 'node:crypto';
import type { Principal } from '@/lib/access/policy/principal';
import { BELONGINGS } from '@/lib/composition/process/belongings';
import { transaction } from '@/lib/core/database/database';
import { fieldFaults } from '@/lib/core/entry/field-faults';
import { stopClock } from '@/lib/core/server/clock';
import { cancelPayment } from '@/lib/money/payments/cancel-payment';
import { makePayment } from '@/lib/money/payments/make-payment';
import { addWalletAccount } from '@/lib/money/wallet/add-account';
import { makeDefault, removeWalletAccount } from '@/lib/money/wallet/change-wallet';
import { ibanFault, plainIban } from '@/lib/money/wallet/iban';
import { isRoutingNumber } from '@/lib/money/wallet/routing-number';
import { walletAccountSchemas } from '@/lib/money/wallet/schema';
import { openBankNumber } from '@/lib/money/wallet/sealed-number';
import { ownWallet } from '@/lib/money/wallet/wallet';
import { ORIGIN, useDatabase } from '../support/module-world';
import { anIban, aUsAccount, aWalletAccount, IBANS } from '../support/payments';
import { aPrincipalAt } from '../support/principal';
import { codeOf, granted, refusedFor } from '../support/results';
import { aBrand } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, type StructureNode } from '../support/structure';

const world = useDatabase();
let issuer: StructureNode;
let account: StructureNode;
let A: Principal;

beforeAll(() => aBrand());
beforeEach(async () => {
  issuer = await anIssuer(world.current);
  account = await anAccount(world.current, await aCompany(world.current, issuer));
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
        ...{ scheme: 'us', routingNumber: '021000021', accountNumber: '1234', kind: 'savings' },
        ...{ holderName: 'Ada', nickname: 'A', ...typed }
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
