import { randomUUID } from 'node:crypto';
import type { Principal } from '@/lib/access/policy/principal';
import { outboxHandlers } from '@/lib/composition/process/outbox-handlers';
import { acceptUpload } from '@/lib/core/files/uploads';
import { workOnce } from '@/lib/core/server/outbox';
import { listRows } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { applyBatch } from '@/lib/money/batches/apply-batch';
import { ownBatch } from '@/lib/money/batches/batches';
import { exampleFile } from '@/lib/money/batches/example-file';
import { BATCH_FILES, startBatch } from '@/lib/money/batches/start-batch';
import { linesOf } from '@/lib/money/purchasing/details';
import { invoicesOf } from '@/lib/money/purchasing/invoices';
import { PURCHASE_REQUESTS } from '@/lib/money/purchasing/listing';
import { seenRequest } from '@/lib/money/purchasing/requests';
import { aCardNumber } from '../support/card-numbers';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { anOffer, inGroup, type Offered } from '../support/purchasing';
import { granted, refusedFor } from '../support/results';
import { aRecord, done, recordsOf, refusalsOf, tryDelete, tryRecord } from '../support/setup';
import { aBrand } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';
import { aZip } from '../support/workbook';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let A: Principal;
let C: Principal;
let offered: Offered;
let setup: string;

beforeAll(async () => {
  await aBrand();
  issuer = await anIssuer(world.current);
});
beforeEach(async () => {
  company = await aCompany(world.current, issuer);
  const place = await anOrgPoint(world.current, company);
  C = await aPrincipalAt(world.current, 'C', company);
  A = await aPrincipalAt(world.current, 'A', await anAccount(world.current, place));
  offered = await anOffer(C, company, { supplier: { name: 'Rivet Tools', merchantId: 'RIVETTOOLS00001' } });
  await inGroup(A, offered);
  setup = await aSetup();
});

const aSetup = (values: object = {}) =>
  aRecord(C, 'batch-setup', recordsOf(company), {
    name: `Orders ${Object.keys(values).length}`,
    format: 'csv',
    template: offered.template,
    ...values
  });
const aPlaceElsewhere = async () => anOrgPoint(world.current, await aCompany(world.current, issuer));
const csv = (...lines: string[]) => ({ name: 'orders.csv', bytes: new TextEncoder().encode(lines.join('\n')) });
const HEAD = 'Reference,Supplier,Description,Quantity,Unit cost,Tax,Limit,Needed by,Note';
const ROW = 'O-1,Rivet Tools,Drill,2,100.00,20.00,300,2031-01-31,For the workshop';
const start = (file: { name: string; bytes: Uint8Array<ArrayBuffer> }, by = A, id = setup) =>
  startBatch(by, id, file, ORIGIN);
const checked = async (...lines: string[]) => {
  const batch = await ownBatch(A, granted(await start(csv(...lines))));
  if (!batch) throw new Error('no batch');
  return batch;
};
const faultsOf = async (...lines: string[]) =>
  (await checked(...lines)).faults.map(({ row, column, code }) => `${row} ${column} ${code}`);
const apply = (id: string, goodOnly = false, by = A) => applyBatch(by, { id, goodOnly }, ORIGIN);
const requestIds = async () => {
  const ids: string[] = [];
  for await (const { id } of listRows(A, PURCHASE_REQUESTS, readQuery(PURCHASE_REQUESTS, {}))) ids.push(String(id));
  return ids;
};

describe('a file', () => {
  test('C2.081 C5.064 C5.121 CSV becomes requests with the lines of their references, once it is applied', async () => {
    const batch = await checked(HEAD, ROW, 'O-1,,Bits,1,10,0,,,', 'O-2,RIVETTOOLS00001,Gloves,,15.5,,20,,');
    expect(batch.faults).toEqual([]);
    expect(await requestIds()).toEqual([]);
    expect(await apply(batch.id)).toEqual({ ok: true, value: 2 });
    const requests = await Promise.all((await requestIds()).map((id) => seenRequest(A, id)));
    expect(
      requests.map((one) => one && [one.total, one.purchaseLimit, one.note, one.neededBy, one.state]).sort()
    ).toEqual([
      ['15.50', '20.00', null, null, 'draft'],
      ['230.00', '300.00', 'For the workshop', '2031-01-31', 'draft']
    ]);
    const first = requests.find((one) => one?.total === '230.00');
    expect(first && (await linesOf(first)).map(({ description, quantity }) => [description, quantity])).toEqual([
      ['Drill', '2'],
      ['Bits', '1']
    ]);
    expect((await ownBatch(A, batch.id))?.created).toBe(2);
  });

  test.each([
    ['an ordinary template', {}],
    ['amounts within a range', { amountRange: true, amountMin: '0', amountMax: '49.99' }],
    ['agreed amounts', { exactAmounts: true, exactBands: ['12,51', '20-30'] }],
    ['a currency without decimals', { currency: 'JPY' }],
    ['chosen lines', { listItems: ['Drill', 'Saw'] }],
    ['a trip', { travel: ['lodging', 'air'] }]
  ])('C5.064 the example file of a batch setup shows lines and invoices and has no faults: %s', async (_, values) => {
    const fields = await Promise.all(
      (
        [
          { label: 'Cost centre', type: 'text', length: 5 },
          { label: 'Units', type: 'number', length: 3, decimals: 0 },
          { label: 'Until', type: 'date', dateFormat: 'ymd' },
          { label: 'Urgent', type: 'boolean' }
        ] as const
      ).map((field) =>
        aRecord(C, 'custom-field', recordsOf(company), {
          name: field.label,
          extends: 'purchase_request',
          mandatory: true,
          ...field
        })
      )
    );
    const offer = await anOffer(C, company, { template: { ...values, customFields: fields } });
    const { template } = offer;
    const buyer = await aPrincipalAt(
      world.current,
      'A',
      await anAccount(world.current, await anOrgPoint(world.current, company))
    );
    await inGroup(buyer, offer);
    for (const format of ['csv', 'xml'] as const) {
      const made = await aSetup({ name: `By ${format}`, format, template, invoices: 'bills', limit: 'At most' });
      const example = await exampleFile(buyer, made);
      expect(example?.format).toBe(format);
      const bytes = new TextEncoder().encode(example?.text);
      const batch = await ownBatch(buyer, granted(await start({ name: `requests.${format}`, bytes }, buyer, made)));
      expect(batch?.faults).toEqual([]);
      expect(batch?.requests.map(({ reference, entry }) => [reference, entry.lines.length])).toEqual([
        ['R-1', 1],
        ['R-2', 2]
      ]);
      expect(batch?.requests[0]?.entry.invoices).toMatch(/^INV-1001; 20\d\d-\d\d-\d\d; [1-9][\d.]*$/);
    }
  });

  test('C2.022 nobody else gets the example file of a batch setup', async () => {
    const elsewhere = await aPrincipalAt(world.current, 'A', await anAccount(world.current, await aPlaceElsewhere()));
    expect(await exampleFile(A, setup)).not.toBeNull();
    for (const [by, id] of [
      [elsewhere, setup],
      [C, setup],
      [A, randomUUID()]
    ] as const)
      expect(await exampleFile(by, id)).toBeNull();
  });

  test('issue 19 the invoices of a request stand in one cell, each on a line, and their faults in its column', async () => {
    const head = `${HEAD},Invoices`;
    const batch = await checked(head, `${ROW},"INV-1; 2030-11-30; 200.00; PO-7\nINV-2; 2030-12-01; -20.00"`);
    expect(batch.faults).toEqual([]);
    expect(await apply(batch.id)).toEqual({ ok: true, value: 1 });
    const [id] = await requestIds();
    expect(await invoicesOf({ issuerId: company.issuerId, id: id as string })).toEqual([
      { number: 'INV-1', date: '2030-11-30', amount: '200.00', orderNumber: 'PO-7' },
      { number: 'INV-2', date: '2030-12-01', amount: '-20.00', orderNumber: null }
    ]);
    const next = ROW.replace('O-1', 'O-2');
    expect(await faultsOf(head, `${next},"INV-1; 2030-11-30; 200.00\nof which nothing is known"`)).toEqual([
      '2 invoices purchase.invoice.line'
    ]);
    expect(await faultsOf(head, `${next},INV-1; 2030-11-30; 300.01`)).toEqual(['2 invoices purchase.invoice.sum']);
  });

  test('C5.064 XML does the same, and its requests can be submitted at once', async () => {
    const xml = await aSetup({ format: 'xml', submits: true, unitCost: 'price' });
    const text = `<?xml version="1.0"?><requests><request><reference>X-1</reference><supplier>rivet tools</supplier>
      <limit>300</limit><needed_by>2031-01-31</needed_by>
      <line><description>Drill &amp; bits</description><quantity>2</quantity><price>100</price></line>
      <line><description>Gloves</description><price>15.50</price></line></request></requests>`;
    const id = granted(await start({ name: 'x.xml', bytes: new TextEncoder().encode(text) }, A, xml));
    expect((await ownBatch(A, id))?.faults).toEqual([]);
    expect(await apply(id)).toEqual({ ok: true, value: 1 });
    const [request] = await Promise.all((await requestIds()).map((one) => seenRequest(A, one)));
    expect(request).toMatchObject({ total: '215.50', state: 'pending', neededBy: '2031-01-31' });
    expect(request && (await linesOf(request)).map(({ description }) => description)).toEqual([
      'Drill & bits',
      'Gloves'
    ]);
  });

  test.each([
    ['no XML', 'Reference,Limit'],
    ['another root', '<orders><request/></orders>'],
    ['one that isn’t closed', '<requests><request>'],
    ['a document type', '<!DOCTYPE r [<!ENTITY a "b">]><requests><request><note>&a;</note></request></requests>']
  ])('C5.064 XML is refused: %s', async (_, text) => {
    const xml = await aSetup({ format: 'xml' });
    expect(refusedFor(await start({ name: 'x.xml', bytes: new TextEncoder().encode(text) }, A, xml))).toBe(
      'file batch.xml.unparsable'
    );
  });

  test('C5.064 C5.122 other types are refused, by their content', async () => {
    const uploaded = (name: string, bytes: Uint8Array<ArrayBuffer>) =>
      acceptUpload(new File([bytes], name), BATCH_FILES, A, ORIGIN);
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    const workbook = new Uint8Array(aZip({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>' }));
    for (const name of ['orders.xlsx', 'orders.csv', 'orders.xml'])
      expect(refusedFor(await uploaded(name, workbook))).toBe('file file.type.unsupported');
    expect(refusedFor(await uploaded('orders.csv', new Uint8Array(png)))).toBe('file file.type.unsupported');
    expect(refusedFor(await uploaded('orders.xlsx', new TextEncoder().encode('a,b')))).toBeNull();
    expect(granted(await uploaded('o', new TextEncoder().encode('<?xml version="1.0"?><requests/>'))).kind).toBe('xml');
  });
});

describe('faults', () => {
  test.each<[string, string[], string[]]>([
    ['no reference', [HEAD, ROW.replace('O-1', '')], ['2 reference required.field']],
    ['a long reference', [HEAD, ROW.replace('O-1', 'x'.repeat(61))], ['2 reference too.long.field']],
    ['an unknown supplier', [HEAD, ROW.replace('Rivet', 'Rivets')], ['2 supplier setup.reference.unknown']],
    ['no number', [HEAD, ROW.replace('100.00', 'a lot')], ['2 unit cost number.invalid']],
    ['no day', [HEAD, ROW.replace('2031-01-31', '31.1.2031')], ['2 needed by date.invalid']],
    ['a limit below the total', [HEAD, ROW.replace(',300,', ',200,')], ['2 limit purchase.limit.below']],
    ['no limit', [HEAD, ROW.replace(',300,', ',,')], ['2 limit required.field']],
    ['a second row that says something else', [HEAD, ROW, 'O-1,,Bits,1,10,0,400,,'], ['3 limit batch.row.differs']],
    ['a fault of a later line', [HEAD, ROW, 'O-1,,Bits,0,10,0,,,'], ['3 quantity number.not.positive']],
    ['a formula', [HEAD, ROW.replace('Drill', '=1+1')], ['2 description spreadsheet.cell.formula']],
    [
      'a missing column',
      ['Reference,Supplier,Description,Limit', 'O-1,Rivet Tools,Drill,300'],
      ['1 unit cost import.column.missing']
    ],
    ['a card number', [HEAD, ROW.replace('For the workshop', '4111 1111 1111 1111')], ['2 note card.number.refused']]
  ])('C5.064 by row and column: %s', async (_, lines, faults) => {
    expect(await faultsOf(...lines)).toEqual(faults);
  });

  test('C5.064 a file with faults makes nothing, or only its good rows', async () => {
    const batch = await checked(HEAD, ROW, 'O-2,Nobody,Gloves,1,15,0,20,,');
    expect(refusalsOf(await apply(batch.id))).toEqual(['batch.faulty']);
    expect(await requestIds()).toEqual([]);
    expect(await apply(batch.id, true)).toEqual({ ok: true, value: 1 });
    expect(refusalsOf(await apply(batch.id, true))).toEqual(['batch.applied.already']);
  });

  test('F-4 C9.009 a card number in any cell is refused, and neither kept nor repeated', async () => {
    const number = aCardNumber();
    const row = (at: number) =>
      ROW.split(',')
        .map((cell, column) => (column === at ? number : cell))
        .join(',');
    for (let at = 0; at < ROW.split(',').length; at += 1) {
      const batch = await checked(HEAD, row(at));
      expect([at, batch.requests.length, batch.faults.length > 0]).toEqual([at, 0, true]);
    }
    expect(refusedFor(await start(csv(`${HEAD},${number},${number}`, ROW)))).toContain('import.column.twice');
    const [kept] = await world.current.query<{ text: string }>(
      "SELECT string_agg(to_jsonb(b)::text, ' ') AS text FROM purchase_batches b WHERE company_id = $1",
      [company.id]
    );
    expect(kept?.text).toContain('setup.reference.unknown');
    expect(kept?.text).not.toContain(number);
  });

  test('C5.064 a heading that stands twice, and a file without rows, are refused', async () => {
    expect(refusedFor(await start(csv(`${HEAD},Limit`, `${ROW},1`)))).toBe('file import.column.twice');
    expect(refusedFor(await start(csv(HEAD)))).toBe('file import.empty');
    expect(refusedFor(await start(csv(HEAD, ...Array.from({ length: 10_001 }, (_, n) => `R-${n},,a,1,1,0,1,,`))))).toBe(
      'file spreadsheet.too.many.rows'
    );
  });
});

describe('once', () => {
  test('C5.064 a reference makes one request, whichever files have it', async () => {
    const first = await checked(HEAD, ROW);
    done(await apply(first.id));
    const second = await checked(HEAD, ROW, 'O-2,Rivet Tools,Gloves,1,15,0,20,,');
    expect(await apply(second.id)).toEqual({ ok: true, value: 1 });
    expect(await requestIds()).toHaveLength(2);
    await expect(
      world.current.query(
        `INSERT INTO batch_requests SELECT issuer_id, company_id, reference, request_id, batch_id FROM batch_requests
         WHERE company_id = $1 AND reference = 'O-1'`,
        [company.id]
      )
    ).rejects.toThrow(/batch_requests_pkey/);
  });

  test('C5.064 the same content is not taken twice', async () => {
    const first = await checked(HEAD, ROW);
    const waiting = await checked(HEAD, ROW);
    done(await apply(first.id));
    expect(refusedFor(await start(csv(HEAD, ROW)))).toBe('file batch.file.known');
    expect(refusalsOf(await apply(waiting.id))).toEqual(['batch.file.known']);
  });

  test('C5.064 two presses at once make each request once', async () => {
    const batch = await checked(HEAD, ROW);
    const pressed = await Promise.all([apply(batch.id), apply(batch.id)]);
    expect(pressed.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await requestIds()).toHaveLength(1);
  });

  test('C5.064 whoever brought a file gets a notice of its faults, and of the requests that it made', async () => {
    const faulty = await checked(HEAD, ROW, 'O-2,Nobody,Gloves,1,15,0,20,,');
    done(await apply(faulty.id, true));
    while (await workOnce(outboxHandlers));
    const told = await world.current.query<{ userId: string; kind: string; params: object }>(
      'SELECT user_id AS "userId", kind, params FROM inbox_notices WHERE issuer_id = $1 AND href = $2 ORDER BY kind',
      [issuer.id, `/workspace/purchase-requests/batches/${faulty.id}`]
    );
    expect(told).toEqual([
      { userId: A.userId, kind: 'job.batch.applied', params: { file: 'orders.csv', count: 1 } },
      { userId: A.userId, kind: 'job.batch.faulty', params: { file: 'orders.csv', count: 1 } }
    ]);
  });

  test('C5.064 a file is its uploader’s alone', async () => {
    const batch = await checked(HEAD, ROW);
    expect(await ownBatch(C, batch.id)).toBeNull();
    expect(refusalsOf(await apply(batch.id, false, C))).toEqual(['not.found']);
  });
});

describe('set-up', () => {
  test('C2.022 a layout names its own columns, each once', async () => {
    const attempt = (values: object) =>
      tryRecord(C, 'batch-setup', recordsOf(company), {
        name: 'L',
        format: 'csv',
        template: offered.template,
        ...values
      });
    expect(await attempt({ limit: 'Supplier' })).toEqual(['limit import.column.twice']);
    expect(await attempt({ format: null })).toEqual(['format required.field']);
    expect(await attempt({ limit: 'At most' })).toEqual([]);
  });

  test('C4.013 C2.022 a layout that a file used becomes inactive instead of being deleted', async () => {
    await checked(HEAD, ROW);
    expect(await tryDelete(C, 'batch-setup', company.issuerId, setup)).toBe('deactivated');
    expect(refusedFor(await start(csv(HEAD, ROW)))).toBe('not.found');
    expect(await tryDelete(C, 'batch-setup', company.issuerId, await aSetup({ format: 'xml', note: 'n' }))).toBe(
      'deleted'
    );
  });
});
