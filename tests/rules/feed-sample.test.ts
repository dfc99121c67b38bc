import { type Layout, layoutSchema } from '@/lib/money/feeds/mapping';
import { previewFeed } from '@/lib/money/feeds/preview';
import { layoutOf } from '@/lib/money/feeds/sample/layout-of';
import { openSample } from '@/lib/money/feeds/sample/open-sample';
import { matchedColumns, notationOf } from '@/lib/money/feeds/sample/propose';
import { UnreadableFile } from '@/lib/money/feeds/unreadable';

const bytesOf = (lines: readonly string[], encoding: BufferEncoding = 'utf8') =>
  Buffer.from(lines.join('\n'), encoding);

/** What is proposed for a file: the field of each column, and the layout that follows from them. */
async function proposed(bytes: Uint8Array, cut = false) {
  const sample = await openSample(bytes, cut);
  const matches = matchedColumns(sample.columns);
  const notation = notationOf(sample.columns, matches);
  const layout = layoutOf(sample, matches, { ...notation, currency: null });
  return { sample, fields: sample.columns.map(({ number }) => matches.get(number) ?? '–'), layout };
}

const CARD = '5500000000000004';

test('CD.41 a file with usual headings is read as it is, without a word from the administrator', async () => {
  const bytes = bytesOf([
    'Card number,Cardholder,Reference,Transaction Date,Posted Date,Amount,Currency,Merchant,MCC',
    '****0004,Ada Holm,R1,2026-03-01,2026-03-02,12.50,EUR,"Hotel, Port",7011',
    '****0004,Ada Holm,R2,2026-03-03,2026-03-04,-7.00,EUR,Quay Fuel,5541'
  ]);
  const { fields, layout } = await proposed(bytes);
  expect(fields).toEqual([
    ...['lastFour', 'accountName', 'sourceReference', 'transactionDate', 'postingDate'],
    ...['amount', 'currency', 'merchantName', 'merchantCategoryCode']
  ]);
  const { rows, refusal } = await previewFeed(layoutSchema.parse(layout), bytes);
  expect(refusal).toBeNull();
  expect(rows.map(({ values }) => [values?.type, values?.billedAmount, values?.merchantName])).toEqual([
    ['purchase', '12.5000', 'Hotel, Port'],
    ['credit', '-7.0000', 'Quay Fuel']
  ]);
});

test.each([
  ['German', 'Kartennummer;Buchungsdatum;Kaufdatum;Betrag;Währung;Händler', ';'],
  ['Swedish', 'Kortnummer\tBokföringsdatum\tInköpsdatum\tBelopp\tValuta\tInköpsställe', '\t'],
  ['French', 'N° de carte|Date comptable|Date d’achat|Montant|Devise|Commerçant', '|'],
  ['spelled by a database', 'CARD_NO,posted_date,TransactionDate,transaction-amount,CurrencyCode,MERCHANT NAME', ',']
])('CD.41 headings: %s', async (_, headings, delimiter) => {
  const row = [CARD, '02.03.2026', '01.03.2026', delimiter === ',' ? '12.50' : '1.012,50', 'EUR', 'Hotel'];
  const { fields, layout } = await proposed(bytesOf([headings, row.join(delimiter)]));
  expect(fields).toEqual(['cardNumber', 'postingDate', 'transactionDate', 'amount', 'currency', 'merchantName']);
  const decimalMark = delimiter === ',' ? '.' : ',';
  expect(layout).toMatchObject({
    delimiter,
    headings: true,
    dateFormat: 'DD.MM.YYYY',
    decimalMark,
    negative: 'credit'
  });
});

test('CD.41 a file without headings is matched by the form of its values, its columns by number', async () => {
  const { fields, layout } = await proposed(
    bytesOf([`20260301,${CARD},-12.50,EUR,Hotel,20260302`, `20260303,${CARD},-7.25,USD,Fuel,20260304`])
  );
  expect(fields).toEqual(['transactionDate', 'cardNumber', 'amount', 'currency', '–', 'postingDate']);
  expect(layout).toMatchObject({
    ...{ headings: false, skipLines: 0, dateFormat: 'YYYYMMDD', negative: 'debit' },
    fields: { transactionDate: ['1'], cardNumber: ['2'], amount: ['3'], currency: ['4'], postingDate: ['6'] }
  });
});

test.each([
  ['a card’s tail', 'Card', '************1234', 'lastFour'],
  ['a whole card number', 'Card', '5500 0000 0000 0004', 'cardNumber'],
  ['words where a card number should be', 'Card number', 'Ada Holm', '–'],
  ['words where an amount should be', 'Amount', 'much', '–'],
  ['words where a date should be', 'Posting date', 'soon', '–'],
  ['a currency that there isn’t', 'Currency', 'QQQ', '–'],
  ['a category in words', 'MCC', 'Lodging', '–'],
  ['a heading that nobody uses', 'Zzyzx', 'Hotel', '–']
])('CD.41 a heading is believed only if its values can be that: %s', async (_, heading, value, field) => {
  const { fields } = await proposed(bytesOf([`Note,${heading}`, `a,${value}`, `b,${value}`]));
  expect(fields[1]).toBe(field);
});

test('CD.41 the clearer heading of two wins, whichever comes first', async () => {
  const { fields } = await proposed(bytesOf(['Date,Transaction date,Name', '2026-03-02,2026-03-01,a']));
  expect(fields.slice(0, 2)).toEqual(['postingDate', 'transactionDate']);
});

test('CD.41 debits and credits are proposed as a pair only', async () => {
  const both = await proposed(bytesOf(['Debit,Credit,Name', '12.50,,a', ',7.00,b']));
  expect(both.fields.slice(0, 2)).toEqual(['billedDebit', 'billedCredit']);
  const one = await proposed(bytesOf(['Debit,Name', '12.50,a']));
  expect(one.fields[0]).toBe('amount');
});

test.each([
  ['USD', 'MM/DD/YYYY'],
  ['EUR', 'DD/MM/YYYY']
])('CD.41 days and months that could be either, in %s: %s', async (currency, dateFormat) => {
  const row = (day: string) => `${day},1.00,${currency}`;
  expect((await proposed(bytesOf(['Date,Amount,Currency', row('03/04/2026')]))).layout).toMatchObject({ dateFormat });
  // One day after the twelfth tells.
  const told = await proposed(bytesOf(['Date,Amount,Currency', row('03/04/2026'), row('13/04/2026')]));
  expect(told.layout).toMatchObject({ dateFormat: 'DD/MM/YYYY' });
});

test('CD.41 an account is found by what the file has of it', async () => {
  const accountOf = async (headings: string, row: string) =>
    ((await proposed(bytesOf([headings, row]))).layout as Layout).account;
  expect(await accountOf('Card number,Cardholder,Amount', `${CARD},Ada,1.00`)).toBe('card_number');
  expect(await accountOf('Card number,Cardholder,Amount', '****1234,Ada,1.00')).toBe('last_four');
  const { layout } = await proposed(bytesOf(['Card,Date,Amount', '****1234,2026-03-01,1.00']));
  expect(layout).toMatchObject({ account: 'name', fields: { accountName: ['Card'] } });
  expect(layoutSchema.safeParse(layout).success).toBe(true);
});

test('CD.41 the words of a type, and of a credit, mean what they say', async () => {
  const { layout } = await proposed(
    bytesOf(['Type,DR/CR,Amount', 'Sale,DR,1.00', 'Cash advance,DR,1.00', 'Annual fee,DR,1.00', 'Refund,CR,1.00'])
  );
  expect(layout).toMatchObject({
    types: { 'Cash advance': 'cash', 'Annual fee': 'fee', Refund: 'credit' },
    creditValues: ['CR']
  });
});

test('CD.41 lines above the headings are skipped, and headings that stand twice are named by number', async () => {
  const lines = ['Harbour Bank', 'March', 'Date;Amount;Amount', '2026-03-01;1,00;EUR'];
  const { sample, layout } = await proposed(bytesOf(lines));
  expect(sample.columns.map(({ heading }) => heading)).toEqual(['Date', 'Amount', 'Amount']);
  expect(layout).toMatchObject({ headings: false, skipLines: 3, fields: { transactionDate: ['1'], currency: ['3'] } });
});

test('CD.41 the encoding is the file’s own, and the broken end of a beginning is left out', async () => {
  const rows = ['Händler;Betrag', 'Hôtel;1,00'];
  expect((await openSample(bytesOf(rows, 'latin1'), false)).written.encoding).toBe('windows-1252');
  expect((await openSample(bytesOf(rows), false)).written.encoding).toBe('utf-8');
  const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), bytesOf(rows, 'utf16le')]);
  const opened = await openSample(wide, false);
  expect([opened.written.encoding, opened.columns[0]?.values]).toEqual(['utf-16le', ['Hôtel']]);
  const cut = Buffer.concat([bytesOf([...rows, 'Caf']), Buffer.from([0xc3])]);
  expect((await openSample(cut, true)).columns[0]?.values).toEqual(['Hôtel']);
});

test.each([
  ['a picture', Buffer.from([0x89, 0x50, 0, 0])],
  ['one column', bytesOf(['Merchant', 'Hotel'])],
  ['nothing', Buffer.from('\n')]
])('CD.41 %s has no columns to match', async (_, bytes) => {
  await expect(openSample(bytes, false)).rejects.toThrow(UnreadableFile);
});
