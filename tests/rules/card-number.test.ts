import fc from 'fast-check';
import { SEARCHABLE } from '@/lib/composition/process/searchable';
import { fileName } from '@/lib/core/files/file-name';
import { readSpreadsheet } from '@/lib/core/files/spreadsheet-reader';
import { checkDigit, isCardNumber, withoutCardNumbers } from '@/lib/core/secrets/card-digits';
import { findPlaces } from '@/lib/directory/people/places';
import { seenAccount } from '@/lib/directory/structure/accounts';
import {
  cardNumberHash,
  cardNumberSchema,
  maskedCardNumber,
  protectCardNumber,
  readCardNumber
} from '@/lib/directory/structure/card-number';
import { createAccount } from '@/lib/directory/structure/create-account';
import { downloadStructure } from '@/lib/directory/structure/download-structure';
import { accountList } from '@/lib/directory/structure/lists';
import { seenNode } from '@/lib/directory/structure/nodes';
import { replacementsFor } from '@/lib/directory/structure/places';
import { treeBranch } from '@/lib/directory/structure/tree';
import { exportCsv } from '@/lib/kit/listing/export';
import { listPage } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { search } from '@/lib/kit/search/search';
import { bytesOf } from '../support/bytes';
import { aCardNumber } from '../support/card-numbers';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aNewAccount } from '../support/new-account';
import { aPrincipalAt } from '../support/principal';
import { granted } from '../support/results';
import { withSetting } from '../support/settings';
import { aCompany, anAccount, anIssuer } from '../support/structure';

const world = useDatabase();

const digits = (length: { minLength: number; maxLength: number }) =>
  fc.array(fc.integer({ min: 0, max: 9 }), length).map((list) => list.join(''));
const anyCardNumber = digits({ minLength: 11, maxLength: 18 }).map((start) => start + checkDigit(start));
const [ISSUER, ACCOUNT, OTHER] = [1, 2, 3].map((n) => `00000000-0000-7000-8000-00000000000${n}`) as [
  string,
  string,
  string
];

test('C5.030 C9.009 a card number has 12 to 19 digits and ends with its check digit', () => {
  // Published test numbers of the card schemes.
  for (const known of ['4111111111111111', '5555555555554444', '378282246310005', '6011111111111117'])
    expect(isCardNumber(known)).toBe(true);
  for (const length of [11, 12, 19, 20]) {
    const start = '4000000000000000000000'.slice(0, length - 1);
    expect(isCardNumber(start + checkDigit(start))).toBe(length >= 12 && length <= 19);
  }
  fc.assert(
    fc.property(anyCardNumber, fc.nat(), fc.integer({ min: 1, max: 9 }), (number, place, change) => {
      const at = place % number.length;
      const wrong = number.slice(0, at) + ((Number(number[at]) + change) % 10) + number.slice(at + 1);
      expect([isCardNumber(number), isCardNumber(wrong)]).toEqual([true, false]);
    })
  );
});

test('C9.009 a card number in a text or a file’s name is masked however it is grouped, and amounts are left', () => {
  const masked = (text: string) => [withoutCardNumbers(text), fileName(`/a/${text}.csv`)];
  for (const number of ['4111111111111111', '4111 1111-1111 1111', '4111.1111.1111.1111', '4111_1111_1111_1111'])
    expect(masked(`of ${number}_7`)).toEqual(['of ••••1111_7', 'of ••••1111_7.csv']);
  expect(masked('2026-03-3782_822463_10005')).toEqual(['2026-03-••••0005', '2026-03-••••0005.csv']);
  for (const text of ['2.50 4.25 61.00 2.10 5.15', '4111.11 1111.11 1111.11', '4111111111111112', '20260304-1230'])
    expect(masked(text)).toEqual([text, `${text}.csv`]);
});

test('C5.030 spaces and hyphens may be typed between the digits, and nothing else', () => {
  expect(cardNumberSchema.parse(' 4111 1111-1111 1111 ')).toBe('4111111111111111');
  for (const typed of ['4111.1111.1111.1111', '4111111111111112', '٤١١١١١١١١١١١١١١١', '4111 1111'])
    expect(cardNumberSchema.safeParse(typed).error?.issues[0]?.message).toBe('card.number.invalid');
  expect(cardNumberSchema.safeParse('  ').error?.issues[0]?.message).toBe('required');
});

test('a card number is kept unreadable, comes back for its own account only, and is found by its hash', () => {
  const number = '5555555555554444';
  const kept = protectCardNumber(ISSUER, ACCOUNT, number);
  expect(readCardNumber(ISSUER, ACCOUNT, kept.cardNumberEncrypted)).toBe(number);
  expect(() => readCardNumber(ISSUER, OTHER, kept.cardNumberEncrypted)).toThrow();
  expect(() => readCardNumber(OTHER, ACCOUNT, kept.cardNumberEncrypted)).toThrow();
  expect(Buffer.from(kept.cardNumberEncrypted).includes(number)).toBe(false);
  expect(kept.cardNumberHash).toEqual(cardNumberHash(number));
  expect(kept.cardNumberHash).toHaveLength(32);
  expect(maskedCardNumber(kept.lastFour)).toBe('•••• 4444');
});

describe('C5.028 an account number is shown by as many digits as the company, or its issuer, has set', () => {
  test.each([
    [null, 4],
    [1, 1],
    [2, 2],
    [8, 8]
  ])('set: %p, shown: %p, in every place', async (set, shown) => {
    const db = world.current;
    const issuer = await anIssuer(db);
    const company = await aCompany(db, issuer);
    if (set !== null) {
      await withSetting(db, { issuerId: issuer.id }, 'account.digits.displayed', 8);
      await withSetting(db, { issuerId: issuer.id, companyId: company.id }, 'account.digits.displayed', set);
    }
    const program = await aPrincipalAt(db, 'I', issuer);
    const cardNumber = aCardNumber();
    const account = aNewAccount({ name1: 'Kim Example', cardNumber });
    const accountId = granted(await createAccount(program, company.id, account, ORIGIN));
    const expected = `•••• ${cardNumber.slice(-shown)}`;
    expect(await seenAccount(program, accountId)).toMatchObject({ cardNumber: expected });
    expect((await treeBranch(program, company)).nodes).toMatchObject([{ cardNumber: expected }]);
    const list = accountList();
    const query = { ...readQuery(list, {}), columns: ['name1', 'cardNumber'] };
    expect((await listPage(program, list, query)).rows).toMatchObject([{ cardNumber: expected }]);
    expect((await bytesOf(await exportCsv(program, list, query, (key) => key, ORIGIN))).toString()).toContain(
      `Kim Example,${expected}\r\n`
    );
    const filtered = readQuery(list, { cardNumber: cardNumber.slice(-4) });
    expect((await listPage(program, list, filtered)).rows.map(({ id }) => id)).toEqual([accountId]);
    const other = await anAccount(db, company);
    const node = await seenNode(program, other.id);
    if (!node) throw new Error('not seen');
    expect(await replacementsFor(program, node, 'Kim')).toMatchObject([{ cardNumber: expected }]);
    const found = await search(SEARCHABLE, program, { text: 'Kim Example', limit: 5 });
    expect(found).toMatchObject({ groups: [{ kind: 'account', results: [{ cardNumber: expected }] }] });
    expect(await findPlaces(program, 'A', 'Kim')).toMatchObject([{ cardNumber: expected }]);
    const sheet = (await downloadStructure(program, accountId, ORIGIN)) as ReadableStream<Uint8Array>;
    const bytes = await bytesOf(sheet);
    const rows: unknown[] = [];
    for await (const { cells } of readSpreadsheet(bytes)) rows.push(cells);
    expect(JSON.stringify(rows)).toContain(expected);
    const [entry] = await db.query<{ card: string }>(
      "SELECT details->>'after.card' AS card FROM audit_entries WHERE entity_id = $1",
      [accountId]
    );
    expect(entry?.card).toBe(`•••• ${cardNumber.slice(-Math.min(shown, 4))}`);
  });
});
