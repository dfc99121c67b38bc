import type { Principal } from '@/lib/access/policy/principal';
import { seenAccount } from '@/lib/directory/structure/accounts';
import { changeAccount } from '@/lib/directory/structure/change-account';
import { createAccount } from '@/lib/directory/structure/create-account';
import { accountsOffered } from '@/lib/directory/structure/offered-accounts';
import { accountsFor } from '@/lib/directory/structure/places';
import { accountSchema, newAccountSchema } from '@/lib/directory/structure/schema';
import { addTransaction } from '@/lib/money/transactions/add-transaction';
import { addedTransactionSchema } from '@/lib/money/transactions/schema';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aNewAccount } from '../support/new-account';
import { aPrincipalAt } from '../support/principal';
import { codeOf, granted } from '../support/results';
import { withSetting } from '../support/settings';
import { aRecord, tryRecord } from '../support/setup';
import { aCompany, anAccount, anIssuer, type StructureNode } from '../support/structure';
import { checked, faultsOf } from '../support/uploads';
import { aStructureFile } from '../support/uploads-file';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let I: Principal;
let C: Principal;

const at = () => ({ issuerId: issuer.id });
const VISA = '4111111111111111';
const MASTER = '5555555555554444';

beforeEach(async () => {
  const db = world.current;
  issuer = await anIssuer(db);
  company = await aCompany(db, issuer);
  I = await aPrincipalAt(db, 'I', issuer);
  C = await aPrincipalAt(db, 'C', company);
});

const create = (cardNumber: string, more: object = {}) =>
  createAccount(C, company.id, newAccountSchema.parse({ ...aNewAccount(), cardNumber, ...more }), ORIGIN);
async function change(id: string, more: object) {
  const [node] = await world.current.query<{ version: number }>('SELECT version FROM nodes WHERE id = $1', [id]);
  const fields = accountSchema.parse({ name1: 'Ada Holm', currency: 'EUR', ...more });
  return codeOf(await changeAccount(C, id, { ...fields, version: node?.version ?? 0 }, ORIGIN));
}

test('W9 C5.029 an issuer with BINs takes no card numbers that begin with another', async () => {
  await withSetting(world.current, { issuerId: issuer.id }, 'card.bins', ['411111']);
  expect(codeOf(await create(MASTER))).toBe('card.number.bin');
  expect(codeOf(await create(VISA))).toBe('ok');
});

test('W9 C5.029 C5.039 a card type and a status code are chosen from the issuer’s lists; what is there stays until it is changed', async () => {
  const early = granted(await create(VISA, { cardType: 'OLD', statusCode: 'ZZ' }));
  await aRecord(I, 'issuer-card-type', at(), { code: 'GOLD', name: 'Gold card', bins: ['4111111'] });
  await aRecord(I, 'issuer-account-status-code', at(), {
    code: 'L1',
    name: 'Lost',
    systemStatus: 'L',
    blocksUse: true
  });
  expect(codeOf(await create(MASTER, { cardType: 'NOSUCH' }))).toBe('card.type.unknown');
  expect(codeOf(await create(MASTER, { statusCode: 'XX' }))).toBe('status.code.unknown');
  expect(codeOf(await create(MASTER, { cardType: 'GOLD' }))).toBe('card.type.bin');
  expect(await change(early, { cardType: 'OLD', statusCode: 'ZZ', bankNumber: '7' })).toBe('ok');
  expect(await change(early, { cardType: 'OLDER', statusCode: 'ZZ' })).toBe('card.type.unknown');
  expect(await change(early, { cardType: 'GOLD', statusCode: 'L1' })).toBe('ok');
  expect(await seenAccount(C, early)).toMatchObject({
    cardType: 'GOLD',
    cardTypeName: 'Gold card',
    statusCode: 'L1',
    statusName: 'Lost',
    useBlocked: true
  });
  const other = granted(await create(MASTER));
  expect(await change(other, { cardType: 'GOLD' })).toBe('card.type.bin');
});

test('W9 C5.029 C5.039 an upload holds to the issuer’s lists and BINs where it writes something new', async () => {
  const early = granted(await create(VISA, { cardType: 'OLD', statusCode: 'ZZ' }));
  await withSetting(world.current, { issuerId: issuer.id }, 'card.bins', ['411111', '400000']);
  await aRecord(I, 'issuer-card-type', at(), { code: 'GOLD', name: 'Gold card', bins: ['411111'] });
  await aRecord(I, 'issuer-account-status-code', at(), { code: 'L1', name: 'Lost', systemStatus: 'L' });
  const row = (more: Record<string, string>) => ({
    kind: 'account',
    company: company.number ?? '',
    name1: 'Kim Example',
    ...more
  });
  const file = aStructureFile([
    row({ reference: early, cardType: 'OLD', statusCode: 'ZZ' }),
    row({ cardNumber: MASTER }),
    row({ cardNumber: '4111111111111129', cardType: 'NOSUCH', statusCode: 'XX' }),
    row({ cardNumber: '4000000000000002', cardType: 'GOLD' }),
    row({ cardNumber: '4111111111111145', cardType: 'GOLD', statusCode: 'L1' })
  ]);
  const faults = await faultsOf(I, await checked(I, issuer.id, file));
  expect(faults.map((fault) => fault.replace(/^[A-Z]+/, '')).sort()).toEqual([
    '3 card.number.bin',
    '4 card.type.unknown',
    '4 status.code.unknown',
    '5 card.type.bin'
  ]);
});

test('W9 C5.039 a status code that blocks use lets nothing new be entered', async () => {
  await aRecord(I, 'issuer-account-status-code', at(), {
    code: 'L1',
    name: 'Lost',
    systemStatus: 'L',
    blocksUse: true
  });
  await aRecord(I, 'issuer-account-status-code', at(), { code: 'N', name: 'Normal', systemStatus: 'N' });
  const account = await anAccount(world.current, company);
  const today = new Date().toISOString().slice(0, 10);
  const cash = () =>
    addTransaction(
      C,
      addedTransactionSchema.parse({
        accountId: account.id,
        transactionDate: today,
        merchantName: 'Taxi',
        purpose: 'Fair',
        amount: '9',
        currency: 'EUR'
      }),
      ORIGIN
    );
  const put = (code: string) =>
    world.current.query('UPDATE accounts SET status_code = $2 WHERE id = $1', [account.id, code]);
  await put('L1');
  expect(codeOf(await cash())).toBe('transaction.account.blocked');
  expect(await accountsOffered(C)).toEqual([]);
  expect(await accountsFor(C, account.name)).toEqual([]);
  await put('N');
  expect(codeOf(await cash())).toBe('ok');
  expect(await accountsOffered(C)).toHaveLength(1);
  expect(await accountsFor(C, account.name)).toHaveLength(1);
});

test('W9 C5.029 the BINs of a card type have 6 to 16 digits and are within the issuer’s', async () => {
  await withSetting(world.current, { issuerId: issuer.id }, 'card.bins', ['411111']);
  const typed = (bins: string[]) => tryRecord(I, 'issuer-card-type', at(), { code: 'GOLD', name: 'Gold', bins });
  expect(await typed(['41111'])).toEqual(['bins card.bin.invalid']);
  expect(await typed(['555555'])).toEqual(['bins card.bin.foreign']);
});
