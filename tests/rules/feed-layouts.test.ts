import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { amountText, readAmount } from '@/lib/money/feeds/amounts';
import { dateReader } from '@/lib/money/feeds/dates';
import { READY_MADE } from '@/lib/money/feeds/layouts/ready-made';
import { DATE_FORMATS, layoutSchema } from '@/lib/money/feeds/mapping';
import { previewFeed } from '@/lib/money/feeds/preview';
import { shownRow } from '@/lib/money/feeds/rejects';
import { nameAccount, reprocess } from '@/lib/money/feeds/reprocess';
import { aCard, aFeedWorld, aMapping, bookedIn, imported, rejectsOf, totalsOf } from '../support/feeds/world';
import { untilEnded } from '../support/jobs';
import { ORIGIN, useDatabase } from '../support/module-world';

const database = useDatabase();
const CARD = '5500000000000004';
const layoutOf = (key: string) => READY_MADE[key]?.layout as object;
const sample = (name: string) => readFile(`tests/support/feeds/${name}`, 'utf8');

/** An issuer whose one card has the number of the samples. */
async function aWorld(currency = 'USD') {
  const world = await aFeedWorld(database.current, 0);
  return {
    ...world,
    card: await aCard(world.database, world.company, { number: CARD, name: 'Robin Example', currency })
  };
}

test('Common Data Format 3: amounts with exponents, credits, countries and categories; the trailer adds up', async () => {
  const world = await aWorld();
  const feed = await imported(
    world,
    await aMapping(world, layoutOf('common-data-format-3')),
    await sample('common-data-format-3.xml')
  );
  expect(feed).toMatchObject({
    status: 'completed',
    mismatch: null,
    trailer: { debit: '130.7500', credit: '20.0000' }
  });
  expect(await bookedIn(world)).toMatchObject([
    {
      reference: 'TRX0001',
      type: 'purchase',
      amount: '95',
      currency: 'EUR',
      billed: '105.5',
      billedCurrency: 'USD',
      rate: '1.110526316',
      merchant: 'HARBOUR & SONS',
      city: 'HAMBURG',
      country: 'DE',
      category: '7011',
      customer: 'PO-4711',
      made: '2026-03-01',
      posted: '2026-03-03'
    },
    { reference: 'TRX0002', type: 'purchase', billed: '25.25', currency: 'USD', country: 'US', region: 'MN' },
    { reference: 'TRX0003', type: 'credit', amount: '-20', billed: '-20' }
  ]);
});

test('Commercial Format 4: the blocks of card transactions alone, numeric currencies and countries, credits by their type', async () => {
  const world = await aWorld();
  const feed = await imported(
    world,
    await aMapping(world, layoutOf('commercial-format-4')),
    Buffer.from(await sample('commercial-format-4.txt'), 'latin1')
  );
  expect(await rejectsOf(world, feed)).toEqual([]);
  expect(await bookedIn(world)).toMatchObject([
    {
      reference: '74111116060000000000011 1',
      type: 'purchase',
      amount: '12.34',
      billed: '12.34',
      country: 'US',
      merchant: 'OFFICE SUPPLY',
      category: '5943',
      posted: '2026-03-02',
      made: '2026-03-01'
    },
    {
      reference: '74111116060000000000029 1',
      type: 'purchase',
      amount: '100',
      merchant: 'CAFÉ LONDON',
      currency: 'GBP',
      billed: '127.5',
      billedCurrency: 'USD',
      country: 'GB'
    },
    { reference: '74111116060000000000037 1', type: 'credit', billed: '-5' }
  ]);
  const cut = (await sample('commercial-format-4.txt'))
    .split('\n')
    .filter((line) => !line.startsWith('9'))
    .join('\n');
  expect(await imported(world, feed.mappingId as string, Buffer.from(cut, 'latin1'))).toMatchObject({
    status: 'failed',
    refusal: { code: 'feed.trailer.missing' }
  });
});

test('KR-1025: fixed places, decimals told by the line, credits by a sign', async () => {
  const world = await aWorld();
  const feed = await imported(world, await aMapping(world, layoutOf('kr-1025')), await sample('kr-1025.txt'));
  expect(await rejectsOf(world, feed)).toEqual([]);
  expect(await bookedIn(world)).toMatchObject([
    {
      reference: '000000000000101',
      type: 'purchase',
      amount: '8800',
      currency: 'JPY',
      billed: '60.5',
      billedCurrency: 'USD',
      merchant: 'RYOKAN KIKU',
      city: 'KYOTO',
      category: '7011',
      made: '2026-03-05',
      posted: '2026-03-07'
    },
    { reference: '000000000000102', type: 'credit', billed: '-7.25' }
  ]);
});

test('Capital One: debits and credits in columns of their own, cards by their last four digits once they are known', async () => {
  const world = await aFeedWorld(database.current, 0);
  await aCard(world.database, world.company, { name: '4821', currency: 'USD' });
  const feed = await imported(world, await aMapping(world, layoutOf('capital-one')), await sample('capital-one.csv'));
  expect(await rejectsOf(world, feed)).toEqual([]);
  expect(await totalsOf(world, feed)).toEqual(['booked USD 4 +118.01 -1288.99']);
  const booked = (await bookedIn(world)).map(({ type, billed, merchant }) => [type, billed, merchant]);
  expect(booked).toEqual(
    expect.arrayContaining([
      ['purchase', '115.49', 'HARBOUR HOTEL'],
      ['payment', '-1250', 'CAPITAL ONE AUTOPAY PYMT'],
      ['credit', '-38.99', 'QUAY BOOKS, REFUND'],
      ['fee', '2.52', 'INTEREST CHARGE:PURCHASES']
    ])
  );
});

describe('published public-sector purchase card data', () => {
  test('Oklahoma: cardholders by name, once they are known; two equal rows stay two', async () => {
    const world = await aWorld();
    const mapping = await aMapping(world, layoutOf('oklahoma'));
    const feed = await imported(world, mapping, await sample('oklahoma.csv'));
    expect(await rejectsOf(world, feed)).toEqual([
      '1 feed.account.unknown',
      '2 feed.account.unknown',
      '3 feed.account.unknown'
    ]);
    await nameAccount(world.principal, feed.id, { name: 'C Mason', accountId: world.card.account.id }, ORIGIN);
    const job = await reprocess(world.principal, feed.id, ORIGIN);
    await untilEnded(world.principal, job.ok ? job.value : '');
    expect(await totalsOf(world, feed)).toEqual(['booked USD 3 +915.98 -0']);
    expect((await bookedIn(world)).map(({ merchant, billed, made }) => [merchant, billed, made])).toEqual(
      expect.arrayContaining([
        ['NACAS', '890', '2013-07-30'],
        ['SHERATON HOTEL', '12.99', '2013-07-30'],
        ['SHERATON HOTEL', '12.99', '2013-07-30']
      ])
    );
    expect(await totalsOf(world, await imported(world, mapping, await sample('oklahoma.csv')))).toEqual([
      'known USD 3 +915.98 -0'
    ]);
  });

  test.each([
    [
      'district-of-columbia',
      'USD',
      'Office of the Chief Technology Officer',
      { reference: 'DC-10001', billed: '249.99', region: 'VA', purpose: 'Computer Network Services' }
    ],
    [
      'durham',
      'GBP',
      'Adults and Health Services',
      { reference: 'T100', amount: '120', tax: '20', category: '5943', made: '2026-02-28' }
    ],
    [
      'york',
      'GBP',
      'Childrens Services',
      { reference: '5500123', billed: '31.2', merchant: 'ALDI STORES', made: '2026-01-09' }
    ]
  ])('%s: accounts by the name of who spent', async (key, currency, name, expected) => {
    const world = await aFeedWorld(database.current, 0);
    await aCard(world.database, world.company, { name, currency });
    const feed = await imported(world, await aMapping(world, layoutOf(key)), await sample(`${key}.csv`));
    expect(await rejectsOf(world, feed)).toEqual([]);
    expect(await bookedIn(world)).toMatchObject([expected]);
  });
});

test('accounts by their last four digits and name; two matches are reported', async () => {
  const world = await aWorld('EUR');
  const layout = {
    format: 'delimited',
    account: 'last_four',
    surnameFirst: true,
    fields: { lastFour: ['1'], accountName: ['2'], transactionDate: ['3'], amount: ['4'], merchantName: ['5'] },
    delimiter: ';',
    decimalMark: ','
  };
  const mapping = await aMapping(world, layout);
  const file = '****0004;EXAMPLE, ROBIN;2026-03-01;1.234,56;Bücher\nxx0004;Example, Robyn;2026-03-01;1,00;Shop\n';
  const feed = await imported(world, mapping, file);
  expect(await rejectsOf(world, feed)).toEqual(['2 feed.account.unknown']);
  expect(await bookedIn(world)).toMatchObject([
    { amount: '1234.56', merchant: 'Bücher', account: world.card.account.id }
  ]);
  const twin = await aCard(world.database, world.company, { name: 'Robin Example' });
  await database.current.query("UPDATE accounts SET last_four = '0004' WHERE id = $1", [twin.account.id]);
  expect(await rejectsOf(world, await imported(world, mapping, '0004;Example, Robin;2026-03-02;1,00;Shop'))).toEqual([
    '1 feed.account.ambiguous'
  ]);
});

test.each([
  ['<!DOCTYPE a [<!ENTITY b "bbbb">]><CDFTransmissionFile>&b;</CDFTransmissionFile>', 'feed.xml.doctype'],
  ['<!DOCTYPE a SYSTEM "file:///etc/passwd"><CDFTransmissionFile/>', 'feed.xml.doctype'],
  ['<CDFTransmissionFile>&unknown;</CDFTransmissionFile>', 'feed.xml.malformed'],
  ['<CDFTransmissionFile><AccountEntity>', 'feed.xml.malformed'],
  [`${'<a>'.repeat(100)}${'</a>'.repeat(100)}`, 'feed.xml.malformed'],
  [`<FinancialTransactionEntity><a>${'x'.repeat(100_000)}</a></FinancialTransactionEntity>`, 'feed.record.endless'],
  ['no XML', 'feed.xml.malformed']
])('XML that is no feed is refused: %.60s', async (xml, code) => {
  const { refusal } = await previewFeed(layoutSchema.parse(layoutOf('common-data-format-3')), xml);
  expect(refusal?.code).toBe(code);
});

test('a preview tells how each row is read and what is wrong with it, and keeps nothing', async () => {
  const preview = await previewFeed(layoutSchema.parse(layoutOf('plain-csv')), 'Card number,Reference,Amount\n1,2,3');
  expect(preview).toMatchObject({ refusal: { code: 'feed.columns.missing' }, rows: [] });
  const york = await previewFeed(
    layoutSchema.parse(layoutOf('york')),
    (await sample('york.csv')).replace('09/01/2026', '31/02/2026')
  );
  expect(york.rows).toMatchObject([
    { number: 1, values: null, reasons: [{ code: 'date.invalid', field: 'transactionDate' }] }
  ]);
});

test('a sample that is a file is read in its encoding; of a long one the rows alone', async () => {
  const layout = layoutSchema.parse({ ...layoutOf('york'), encoding: 'windows-1252' });
  const csv = (await sample('york.csv')).replace('ALDI STORES', 'CAFÉ ROYAL');
  const whole = await previewFeed(layout, Buffer.from(csv, 'latin1'));
  expect(whole).toMatchObject({
    refusal: null,
    checked: { rows: 1 },
    rows: [{ values: { merchantName: 'CAFÉ ROYAL' } }]
  });
  const wrong = await previewFeed({ ...layout, encoding: 'utf-8' }, Buffer.from(csv, 'latin1'));
  expect(wrong.refusal?.code).toBe('feed.encoding.wrong');

  // Of a beginning, neither the trailer is missed nor the last row believed.
  const trailed = layoutSchema.parse({ ...layoutOf('york'), trailer: { at: { source: 'Directorate', is: ['T'] } } });
  const cut = Buffer.from(`${csv.trim()}\n${csv.trim().split('\n')[1]}`).subarray(0, -30);
  expect((await previewFeed(trailed, cut)).refusal?.code).toBe('feed.trailer.missing');
  const beginning = await previewFeed(trailed, cut, true);
  expect(beginning).toMatchObject({ refusal: null, checked: null, rows: [{ number: 1 }] });
  expect(beginning.rows).toHaveLength(1);
  // An XML that breaks off shows what came before.
  const xml = await sample('common-data-format-3.xml');
  const half = Buffer.from(xml.slice(0, xml.lastIndexOf('</FinancialTransactionEntity>') - 10));
  const records = await previewFeed(layoutSchema.parse(layoutOf('common-data-format-3')), half, true);
  expect(records.refusal).toBeNull();
});

describe('a file that says otherwise what it is', () => {
  const H = 'Account;Reference;Date;Amount;Merchant;MCC';
  const layout = (more: object = {}) =>
    layoutSchema.parse({
      format: 'delimited',
      headings: true,
      delimiter: ';',
      account: 'name',
      currency: 'EUR',
      fields: {
        accountName: ['Account'],
        sourceReference: ['Reference'],
        transactionDate: ['Date'],
        amount: ['Amount'],
        merchantName: ['Merchant'],
        merchantCategoryCode: ['MCC']
      },
      ...more
    });
  const row = (reference: string, amount = '1.00', merchant = 'Café') =>
    `Robin;${reference};2026-03-01;${amount};${merchant};5411`;
  const read = async (sample: string | Buffer, more: object = {}) => {
    const { refusal, rows } = await previewFeed(layout(more), sample);
    return (
      refusal?.code ?? rows.map(({ values, reasons }) => values?.merchantName ?? reasons.map(({ code }) => code).join())
    );
  };
  const lines = [H, row('1'), row('2')].join('\n');
  const marked = Buffer.from(`\uFEFF${lines}`, 'utf16le');

  test.each<[string, string | Buffer, object, unknown]>([
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${lines}`), { encoding: 'windows-1252' }, ['Café', 'Café']],
    ['UTF-16, little end first', marked, {}, ['Café', 'Café']],
    ['UTF-16, big end first', Buffer.from(marked).swap16(), { encoding: 'utf-16le' }, ['Café', 'Café']],
    [
      'UTF-8 without a mark, by another mapping',
      Buffer.from(lines),
      { encoding: 'windows-1252' },
      'feed.encoding.wrong'
    ],
    ['Windows-1252', Buffer.from(lines, 'latin1'), { encoding: 'windows-1252' }, ['Café', 'Café']],
    ['UTF-16 without a mark', Buffer.from(lines, 'utf16le'), {}, 'feed.not.text'],
    ['a spreadsheet', Buffer.from('PK\x03\x04\x14\0\x06\0\x08\0\0\0!\0\xb5\xf3', 'latin1'), {}, 'feed.not.text'],
    ['carriage returns alone', lines.replaceAll('\n', '\r'), {}, ['Café', 'Café']],
    ['both line breaks, none at the end', lines.replaceAll('\n', '\r\n'), {}, ['Café', 'Café']],
    ['lines of separators alone', `${lines}\n;;;;;\n`, {}, ['Café', 'Café']],
    ['a column twice', `${lines.replace(H, `${H};Amount`)}`, {}, 'feed.columns.twice'],
    ['more than the headings have', [H, row('1', '1;234.00')].join('\n'), {}, 'feed.nothing.readable'],
    ['a separator at the end of lines', lines.replaceAll('5411', '5411;'), {}, ['Café', 'Café']]
  ])('%s', async (_, sample, more, expected) => {
    expect(await read(sample, more)).toEqual(expected);
  });

  test('a quote that is never closed takes no other row with it', async () => {
    const sample = [
      H,
      row('1', '1', '"Open'),
      row('2'),
      row('3', '1', '"Closed; ""well"""'),
      row('4', '1', '"12" pipe')
    ];
    expect(await read(sample.join('\n'))).toEqual(['feed.row.malformed', 'Café', 'Closed; "well"', '"12" pipe']);
    expect(await read([H, row('1', '1', '"two\nlines"'), row('2', '1', '"12"" pipe'), row('3')].join('\n'))).toBe(
      'feed.quote.open'
    );
    expect(await read([H, row('1', '1', "'Joe''s; Bar'")].join('\n'), { quote: "'" })).toEqual(["Joe's; Bar"]);
    expect((await previewFeed(layout(), `${H}\n"${`${row('1')}\n`.repeat(3000)}`)).refusal?.code).toBe(
      'feed.quote.open'
    );
  });

  test('no card number is read as a name, a reference, or a part of a text, and none is shown', async () => {
    const spaced = '5500  0000\u00A00000\u202F0004';
    for (const number of [
      CARD,
      '5500.0000.0000.0004',
      '5500/0000/0000/0004',
      spaced,
      '"5500\n0000\n0000\n0004"',
      '5500\u200B000000000004'
    ])
      expect(shownRow(`a,${number},b`).replaceAll('"', '')).toBe('a,••••0004,b');
    expect(shownRow('07/30/2013 12:00:00 AM,2026-02-28 10:11:12,1250.00')).toBe(
      '07/30/2013 12:00:00 AM,2026-02-28 10:11:12,1250.00'
    );
    const { rows } = await previewFeed(
      layout(),
      [H, row('1', '1', `Shop 7 ${CARD.replace(/(.{4})/g, '$1 ')}`), row('2').replace('Robin', CARD)].join('\n')
    );
    expect(rows).toMatchObject([
      { values: { merchantName: 'Shop 7 ••••0004' } },
      { values: null, accountName: null, reasons: [{ code: 'feed.card.number.misplaced', field: 'accountName' }] }
    ]);
    const { accountName: cardNumber, ...fields } = layout().fields;
    const byCard = layout({ account: 'card_number', fields: { ...fields, cardNumber } });
    const [own] = (await previewFeed(byCard, [H, row(CARD).replace('Robin', CARD)].join('\n'))).rows;
    expect(own?.reasons).toEqual([{ code: 'feed.card.number.misplaced', field: 'sourceReference' }]);
  });

  test('a reference that a spreadsheet has rounded stands for none; an amount is no finer than its currency', async () => {
    const { rows } = await previewFeed(
      layout(),
      [H, row('7.41111E+22'), row('2', '12.345'), row('3', '12.3400')].join('\n')
    );
    expect(rows.map(({ reasons }) => reasons)).toEqual([
      [{ code: 'feed.reference.rounded', field: 'sourceReference' }],
      [{ code: 'feed.amount.fine', field: 'amount' }],
      []
    ]);
    const yen = await previewFeed(layout({ currency: 'JPY' }), [H, row('1', '100.00'), row('2', '100.50')].join('\n'));
    expect(yen.rows.map(({ reasons }) => reasons.length)).toEqual([0, 1]);
  });

  test('a trailer adds up by the signs that the rows have', async () => {
    const turned = layout({ negative: 'debit', trailer: { at: { source: 'Account', is: ['T'] }, net: 'Amount' } });
    const sample = [H, row('1', '-10.00'), row('2', '2.50'), 'T;;;-7.50;;'].join('\n');
    expect(await previewFeed(turned, sample)).toMatchObject({ refusal: null, checked: { mismatch: [] } });
  });
});

test('fixed places are counted in characters; a file that counts them in bytes is refused', async () => {
  const layout = layoutSchema.parse({
    format: 'fixed',
    account: 'name',
    currency: 'EUR',
    impliedDecimals: 2,
    fields: {
      accountName: ['1-5'],
      transactionDate: ['6-15'],
      merchantName: ['16-23'],
      amount: ['24-31'],
      merchantCategoryCode: ['32-35']
    }
  });
  const line = (name: string) => `Robin2026-03-01${name}000012505411`;
  const amounts = async (sample: string, encoding = 'utf-8') => {
    const { refusal, rows } = await previewFeed({ ...layout, encoding } as typeof layout, Buffer.from(sample));
    return refusal ?? rows.map(({ values }) => [values?.merchantName, values?.amount, values?.merchantCategoryCode]);
  };
  const shop = ['SHOP', '12.5000', '5411'];
  expect(await amounts([line('SHOP    '), line('CAFÉ    '), line('😀       ')].join('\n'))).toEqual([
    shop,
    ['CAFÉ', '12.5000', '5411'],
    ['😀', '12.5000', '5411']
  ]);
  const inBytes = [line('SHOP    '), line('CAFÉ   ')].join('\n');
  expect(await amounts(inBytes)).toEqual({ code: 'feed.places.bytes', params: { record: 2 } });
  expect(await amounts(inBytes, 'windows-1252')).toEqual([shop, ['CAFÃ‰', '12.5000', '5411']]);
});

test('in XML an element speaks for what is within it alone, and nothing is kept of a tag without end', async () => {
  const layout = layoutSchema.parse({
    format: 'xml',
    record: 'T',
    account: 'name',
    currency: 'EUR',
    fields: {
      accountName: ['^A/@n'],
      transactionDate: ['d'],
      amount: ['a'],
      merchantName: ['m'],
      purpose: ['toString']
    }
  });
  const record = '<T><d>2026-03-01</d><a>1</a><m>Shop</m></T>';
  const { rows } = await previewFeed(layout, `<F><A n="Robin">${record}</A>${record}<A>${record}</A></F>`);
  expect(rows.map(({ accountName }) => accountName)).toEqual(['robin', null, null]);
  // What is called like a record, or like what is around it, is part of a record where it stands in one.
  const nested = '<T><d>2026-03-01</d><a>1</a><m>Shop</m><T><d>2026-03-02</d></T><A/></T>';
  const within = await previewFeed(layout, `<F><A n="Robin">${nested}</A></F>`);
  expect(within.rows.map(({ accountName, values }) => [accountName, values?.merchantName])).toEqual([
    ['robin', 'Shop']
  ]);
  const endless = await previewFeed(layout, `<F><!--${'x'.repeat(2_000_000)}--></F>`);
  expect(endless.refusal?.code).toBe('feed.record.endless');
});

test('amounts are read as they are written, to the last ten-thousandth', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), (amount) => {
      expect(readAmount(amountText(amount), '.', null)).toBe(amount);
      const size = amount < 0n ? -amount : amount;
      expect(readAmount(`(${amountText(size).replace('.', ',')})`, ',', null)).toBe(-size);
      expect(readAmount(`${amountText(size)}-`, '.', null)).toBe(-size);
      expect(readAmount(amountText(size).replace('.', ''), '.', 4)).toBe(size);
    })
  );
  expect(readAmount('$1,234.50', '.', null)).toBe(12_345_000n);
  expect(readAmount('0000000001234', '.', 2)).toBe(123_400n);
  for (const none of ['', '-', 'x', '1e5', '1.00001', '1.2.3', 'NaN', '=1', '1'.repeat(25)])
    expect(readAmount(none, '.', null)).toBeNull();
  // A sign counts wherever it stands.
  for (const back of ['$-12.50', '-$12.50', '($12.50)', '$(12.50)', '12.50-', '12.50 CR', '(-12.50)', '\u221212.50'])
    expect(readAmount(back, '.', null)).toBe(-125_000n);
  for (const grouped of ['1,234,567.5', '12,34,567.5', '1 234 567.5', "1'234'567.5"])
    expect(readAmount(grouped, '.', null)).toBe(BigInt(grouped.replace(/\D/g, '')) * 1_000n);
  // What is written in another way is none, rather than a hundred times as much.
  for (const other of ['12,50', '1,23', '1.234,5', '12 50', '1+2', '1$2', '(12.50', '12.50)', '--1', '-1-', '-1 DR'])
    expect(readAmount(other, '.', null)).toBeNull();
  for (const other of ['12.50', '1,234.56']) expect(readAmount(other, ',', null)).toBeNull();
});

test('dates are read in every format, and no other day than those of the calendar', () => {
  const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
      fc.constantFrom(...DATE_FORMATS),
      (date, format) => {
        const iso = date.toISOString().slice(0, 10);
        const [year = '', month = '', day = ''] = iso.split('-');
        const written = format
          .replace('YYYY', year)
          .replace('YY', year.slice(2))
          .replace('MMM', months[Number(month) - 1] as string)
          .replace('MM', month)
          .replace('DD', day);
        expect(dateReader(format)(written)).toBe(iso);
        expect(dateReader(format)(`${written} 12:30:00 AM`)).toBe(iso);
      }
    )
  );
  expect(dateReader('DD/MM/YYYY')('31/02/2026')).toBeNull();
  expect(dateReader('MM/DD/YYYY')('7/4/2026')).toBe('2026-07-04');
});
