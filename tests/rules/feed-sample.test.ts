import { type FeedField, type Layout, layoutSchema } from '@/lib/money/feeds/mapping';
import { previewFeed } from '@/lib/money/feeds/preview';
import { areAmounts, dateFormatsOf, formOf, markOf, mostly } from '@/lib/money/feeds/sample/column-forms';
import { fieldNamed } from '@/lib/money/feeds/sample/known-headings';
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
    headings: false,
    skipLines: 0,
    dateFormat: 'YYYYMMDD',
    negative: 'debit',
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

test.each([
  ['card', [CARD, `${CARD.slice(0, 4)} ${CARD.slice(4)}`]],
  ['tail', ['****1234', 'xxxx-xxxx-xxxx-1234', '•1234']],
  ['date', ['2000-01-01', '2099-12-31']],
  ['currency', ['EUR', 'USD']],
  ['amount', ['1.50', '12']],
  ['amount', ['1.234,50', '7,00']],
  ['amount', [...Array(9).fill('1.50'), 'much']],
  ['text', [...Array(8).fill('1.50'), 'much']],
  ['text', ['1999-12-31']],
  ['text', ['2100-01-01']],
  ['text', ['QQQ']],
  ['text', ['eur']],
  ['text', ['978']],
  ['text', ['12', '13']],
  ['text', ['1.234']],
  ['text', ['1234']],
  ['text', ['Hotel']],
  ['text', []]
])('CD.41 values have a form where nine in ten have it: %s %j', (form, values) => {
  expect(formOf(values)).toBe(form);
});

test('CD.41 values are dates of each format that reads them, amounts of a mark that one of them has', () => {
  expect(dateFormatsOf(['03/04/2026'])).toEqual(['DD/MM/YYYY', 'MM/DD/YYYY']);
  expect(dateFormatsOf(['03/13/2026'])).toEqual(['MM/DD/YYYY']);
  expect(dateFormatsOf([])).toEqual([]);
  expect([markOf(['12', '1,234.50']), markOf(['12', '1.234,50']), markOf(['12']), markOf([])]).toEqual([
    ...['.', ',', null, null]
  ]);
  expect([areAmounts(['12']), areAmounts(['1,50']), areAmounts(['1.50', 'x']), areAmounts([])]).toEqual([
    ...[true, true, false, false]
  ]);
  expect(mostly([], () => true)).toBe(false);
});

test('CD.41 each field is known by its usual headings', () => {
  const headings: Partial<Record<FeedField, string[]>> = {
    cardNumber: ['Card No.', 'PAN', 'Kartennummer', '卡号'],
    lastFour: ['Last 4 digits', 'Sista fyra siffrorna'],
    accountName: ['Name on card', 'Posiadacz karty', 'カード会員名'],
    sourceReference: ['ARN', 'Ref. no.', 'Numéro de référence'],
    type: ['Trans type', 'Umsatzart'],
    transactionDate: ['TRANS_DATE', 'Date d’achat', '利用日'],
    postingDate: ['Posted', 'Bokföringsdatum', 'Data księgowania'],
    amount: ['Amount (EUR)', 'Beløb', '金額'],
    currency: ['Währung', 'Devise', '통화'],
    billedAmount: ['Billing amount', 'Abrechnungsbetrag'],
    billedDebit: ['Debit', 'Soll', '出金'],
    billedCredit: ['Credit', 'Haben', '入金'],
    billedCurrency: ['Billing currency', 'Abrechnungswährung'],
    creditIndicator: ['D/C', 'Vorzeichen'],
    conversionRate: ['Exchange rate', 'Taux de change'],
    merchantId: ['MID', 'Card acceptor ID'],
    merchantName: ['Vendor', 'Händler', '利用店名'],
    merchantCity: ['Merchant city', 'Stadt', '都市'],
    merchantRegion: ['State/Province', 'Bundesland'],
    merchantCountry: ['Country [ISO]', 'Maa', '国'],
    merchantCategoryCode: ['MCC', 'Branchencode'],
    taxAmount: ['VAT', 'MwSt', '消費税'],
    taxCode: ['Tax code', 'Momskod'],
    customerCode: ['Cost centre', 'Kostenstelle'],
    purpose: ['Memo', 'Anlaß', '目的']
  };
  const unknown = Object.entries(headings).flatMap(([field, named]) =>
    named.filter((heading) => fieldNamed(heading)?.field !== field)
  );
  expect(unknown).toEqual([]);
});

test.each([
  ['Last four', '1234', 'lastFour'],
  ['Last four', '12', '–'],
  ['Last four', CARD, 'cardNumber'],
  ['Reference', '****1234', 'sourceReference'],
  ['Zzyzx', '****1234', 'lastFour'],
  ['Zzyzx', '1234', '–'],
  ['Transaction date', 'soon', '–'],
  ['Posting date', '2026-03-01', 'postingDate'],
  ['Amount', '12', 'amount'],
  ['Billed amount', '12', 'billedAmount'],
  ['Billed amount', 'much', '–'],
  ['Tax', '2', 'taxAmount'],
  ['Tax', 'much', '–'],
  ['Currency', 'eur', 'currency'],
  ['Billed currency', '978', 'billedCurrency'],
  ['Billed currency', 'QQQ', '–'],
  ['Country', 'USA', 'merchantCountry'],
  ['Country', 'Nowhere', '–'],
  ['MCC', '742', 'merchantCategoryCode'],
  ['MCC', '70111', '–'],
  ['MCC', '', 'merchantCategoryCode'],
  ['D/C', 'CR', 'creditIndicator'],
  ['D/C', 'x', '–'],
  ['Merchant', '7', 'merchantName'],
  ['Credit', '7.00', 'amount'],
  ['Debit', '7', '–']
])(
  'CD.41 a column is proposed by its heading, its values, or not at all: %s of %s is %s',
  async (heading, value, field) => {
    const { sample } = await proposed(bytesOf([`Comment on,${heading}`, `a,${value}`, `b,${value}`]));
    expect(matchedColumns(sample.columns)).toEqual(new Map(field === '–' ? [] : [[2, field]]));
  }
);

test.each([
  ['Debit,Credit,Merchant', '12.50,much,a', 'amount,–,merchantName'],
  ['Debit,Credit,Merchant', 'much,7.00,a', '–,amount,merchantName'],
  ['Debit,Credit,Total', '12.50,7.00,5.50', 'billedDebit,billedCredit,–'],
  ['Billed amount,Total', '12.50,5.50', 'billedAmount,–'],
  ['Amount,Total', '12.50,5.50', 'amount,–'],
  ['Date,Datum,Day', '2026-03-01,2026-03-02,2026-03-03', 'transactionDate,postingDate,–'],
  ['Whole,End', `${CARD},****0004`, 'cardNumber,–'],
  ['Whole,Card number', `${CARD},****0004`, 'cardNumber,lastFour'],
  ['Whole,Card number', `${CARD},${CARD}`, '–,cardNumber'],
  ['Money,Coin', 'EUR,USD', 'currency,–']
])('CD.41 a field is proposed once, by form only where nothing has it: %s', async (headings, row, expected) => {
  expect((await proposed(bytesOf([headings, row]))).fields.join()).toBe(expected);
});

test('CD.41 amounts are charges unless more than half of them are negative', async () => {
  const negativeOf = async (...amounts: string[]) =>
    ((await proposed(bytesOf(['Amount,Merchant', ...amounts.map((amount) => `${amount},a`)]))).layout as Layout)
      .negative;
  expect(await negativeOf('-1.00', '2.00')).toBe('credit');
  expect(await negativeOf('-1.00', '2.00', '(3.00)')).toBe('debit');
  expect(await negativeOf('1.00-', '\u22122.00', '3.00')).toBe('debit');
});

test('CD.41 a layout has the chosen columns, and the account as it is said', async () => {
  const { sample, layout } = await proposed(bytesOf(['Cardholder,Last four,Amount', 'Ada,1234,1.00']));
  expect(layout.fields).toEqual({ accountName: ['Cardholder'], lastFour: ['Last four'], amount: ['Amount'] });
  const matches = matchedColumns(sample.columns);
  const said = { ...notationOf(sample.columns, matches), currency: null };
  const chosen = (account: Layout['account'], ...kept: number[]) =>
    Object.keys(
      layoutOf(sample, new Map([...matches].filter(([number]) => kept.includes(number))), { ...said, account }).fields
    );
  expect(chosen('name', 1, 2)).toEqual(['lastFour', 'accountName']);
  expect(chosen('name', 2)).toEqual(['accountName']);
  expect(chosen('last_four', 2)).toEqual(['lastFour']);
  expect(chosen('name', 3)).toEqual(['amount']);
  expect(notationOf(sample.columns, new Map([[1, 'accountName']])).account).toBe('name');
  expect(notationOf(sample.columns, new Map([[2, 'lastFour']])).account).toBe('name');
  expect(notationOf(sample.columns, matches).account).toBe('last_four');
});

test('CD.41 a hundred words for types are told, each of forty signs at most', async () => {
  const typesIn = async (...words: string[]) =>
    ((await proposed(bytesOf(['Type,Amount', ...words.map((word) => `${word},1.00`)]))).layout as Layout).types;
  const long = `Fee ${'x'.repeat(36)}`;
  expect(
    await typesIn('Sale', 'ATM', 'Interest', 'Zahlung', 'Gutschrift', 'Service charge', 'Chargeback', long, `${long}x`)
  ).toStrictEqual({
    ATM: 'cash',
    Interest: 'fee',
    Zahlung: 'payment',
    Gutschrift: 'credit',
    'Service charge': 'fee',
    [long]: 'fee'
  });
  expect(Object.keys(await typesIn(...Array.from({ length: 101 }, (_, at) => `Fee no ${at}`)))).toHaveLength(100);
});

describe('CD.41 a sample is opened', () => {
  const opened = async (lines: readonly string[]) => openSample(bytesOf(lines), false);

  test('by two hundred lines, with fifty skipped at most', async () => {
    const rows = Array.from({ length: 250 }, (_, at) => `2026-03-01;${at}`);
    expect((await opened(['Date;Number', ...rows])).columns[1]?.values).toHaveLength(199);
    const titles = Array.from({ length: 60 }, () => 'Harbour Bank');
    expect((await opened([...titles, ...rows])).written.skipLines).toBe(50);
  });

  test('by the separator and the width that most lines have', async () => {
    expect((await opened(['a,b;c', 'a,b;c'])).written.delimiter).toBe(',');
    const { columns } = await opened([
      'Bank',
      'Date;Name',
      '2026-03-01;a',
      '2026-03-02;b',
      'x;y;z',
      'Total',
      '2026-03-03;c'
    ]);
    expect(columns).toEqual([
      { number: 1, heading: 'Date', values: ['2026-03-01', '2026-03-02', '2026-03-03'] },
      { number: 2, heading: 'Name', values: ['a', 'b', 'c'] }
    ]);
  });

  test.each([
    ['Date;Name', true, 0],
    ['Date;EUR', false, 0],
    ['Date;2026-03-01', false, 0],
    ['1;2', false, 0],
    ['Date;', false, 0],
    [`Date;${'x'.repeat(120)}`, true, 0],
    [`Date;${'x'.repeat(121)}`, false, 1],
    ['Date+time;Name', false, 1],
    ['Date;DATE', false, 1]
  ])('with the headings %s: %s', async (line, headings, skipLines) => {
    expect((await opened([line, '2026-03-01;a'])).written).toMatchObject({ headings, skipLines });
  });

  test('with headings that leave few columns without one, as numbers', async () => {
    const { written, columns } = await opened(['Date; ;Name', '2026-03-01; ;a']);
    expect(written).toMatchObject({ headings: false, skipLines: 1 });
    expect(columns.map(({ heading, values }) => [heading, values.length])).toEqual([
      ['Date', 1],
      [null, 0],
      ['Name', 1]
    ]);
  });

  test('from its first line, to the last that is whole', async () => {
    const lines = ['2026-03-01;a', '2026-03-02;b', '2026-03-03;c'];
    const values = async (cut: boolean) => (await openSample(bytesOf(lines), cut)).columns[1]?.values;
    expect([await values(false), await values(true)]).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b']
    ]);
  });

  test('up to a quote that is never closed', async () => {
    const { columns } = await opened(['Date;Name', '2026-03-01;a', '2026-03-02;"b']);
    expect(columns[1]?.values).toEqual(['a']);
  });

  test.each([
    ['ÿa;b', 'windows-1252'],
    ['aþ;b', 'windows-1252']
  ])('in an encoding that half a mark does not tell: %s', async (line, encoding) => {
    expect((await openSample(bytesOf([line, line], 'latin1'), false)).written.encoding).toBe(encoding);
  });

  test.each([
    ['feed.not.text', Buffer.from([0x89, 0x50, 0, 0])],
    ['feed.not.text', bytesOf(['a;b\0', 'c;d'])],
    ['feed.mapping.sample.none', bytesOf(['Merchant', 'Hotel'])]
  ])('or refused: %s', async (code, bytes) => {
    await expect(openSample(bytes, false)).rejects.toMatchObject({ refusal: { code } });
  });
});
