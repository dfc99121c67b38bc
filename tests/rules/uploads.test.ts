import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { writeSpreadsheet } from '@/lib/core/files/spreadsheet-writer';
import { acceptUpload, GRAPHICS, type UploadKind } from '@/lib/core/files/uploads';
import { virusFault } from '@/lib/core/files/virus-scan';
import { config } from '@/lib/core/server/config';
import { bytesOf } from '../support/bytes';
import { EICAR, hasClamd, startClamd } from '../support/clamd';
import { aFeedWorld, aMapping, brought, PLAIN_HEADINGS } from '../support/feeds/world';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aCardholder } from '../support/people';
import { aZip } from '../support/workbook';

const world = useDatabase();

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
);
const JPG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');
const GIF = Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00\x00', 'latin1');

const fileOf = (bytes: Buffer, name: string) => new File([new Uint8Array(bytes)], name);

async function refusalOf(bytes: Buffer, name: string, kinds: readonly UploadKind[] = GRAPHICS) {
  const person = await aCardholder(world.current);
  const accepted = await acceptUpload(
    fileOf(bytes, name),
    kinds,
    { issuerId: person.issuerId, userId: person.id },
    ORIGIN
  );
  return accepted.ok ? accepted.value.kind : accepted.refusal.code;
}

afterEach(() => {
  config().CLAMD_URL = undefined;
});

test('C5.062 graphics are PNG or JPG, by their content', async () => {
  expect(await refusalOf(PNG, 'a.png')).toBe('png');
  expect(await refusalOf(JPG, 'a.png')).toBe('jpg');
});

test('C8.021 other types are refused, whatever they are called', async () => {
  expect(await refusalOf(GIF, 'a.png')).toBe('file.type.unsupported');
  expect(await refusalOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'a.png')).toBe(
    'file.type.unsupported'
  );
  expect(await refusalOf(Buffer.from('plain'), 'a.png')).toBe('file.type.unsupported');
  expect(await refusalOf(Buffer.from('a;b\n1;ü\n'), 'a.csv', ['csv'])).toBe('csv');
  expect(await refusalOf(Buffer.from([0x61, 0xff, 0xfe]), 'a.csv', ['csv'])).toBe('file.type.unsupported');
  expect(await refusalOf(Buffer.from('a\0b'), 'a.csv', ['csv'])).toBe('file.type.unsupported');
});

test('a download of any size can be brought again', async () => {
  const rows = Array.from({ length: 60_000 }, (_, at) => [`a${at}`, randomBytes(20).toString('hex')]);
  const sheet = writeSpreadsheet('Large', [{ header: 'A' }, { header: 'B' }], rows);
  const bytes = await bytesOf(sheet);
  expect(bytes.byteLength).toBeGreaterThan(2 * 1024 * 1024);
  expect(await refusalOf(bytes, 'large.xlsx', ['csv', 'xlsx'])).toBe('xlsx');
  const zip = aZip({ 'readme.txt': 'x' });
  expect(await refusalOf(zip, 'large.xlsx', ['csv', 'xlsx'])).toBe('file.type.unsupported');
});

test('C5.065 C9.015 C8.020 a file has 4 MB at most', async () => {
  const large = Buffer.concat([PNG, randomBytes(4 * 1024 * 1024)]);
  expect(await refusalOf(large.subarray(0, 4 * 1024 * 1024), 'a.png')).toBe('png');
  expect(await refusalOf(large.subarray(0, 4 * 1024 * 1024 + 1), 'a.png')).toBe('file.too.large');
  expect(await refusalOf(Buffer.alloc(0), 'a.png')).toBe('file.empty');
});

test('a name is kept without its path', async () => {
  const { id: userId, issuerId } = await aCardholder(world.current);
  const taken = await acceptUpload(
    fileOf(PNG, 'C:\\secret\\re\u0007ceipt.png'),
    GRAPHICS,
    { issuerId, userId },
    ORIGIN
  );
  expect(taken.ok && taken.value.name).toBe('receipt.png');
});

test('C8.019 while the scanner does not answer as it should, files are refused', async () => {
  expect(await virusFault(PNG)).toBeUndefined();
  config().CLAMD_URL = 'tcp://127.0.0.1:1';
  expect(await virusFault(PNG)).toBe('file.scanner.down');
  expect(await refusalOf(PNG, 'a.png')).toBe('file.scanner.down');
  for (const answer of ['INSTREAM size limit exceeded. ERROR\0', '', 'HTTP/1.1 200 OK']) {
    const scanner = createServer((socket) => {
      socket.on('error', () => undefined).resume();
      socket.end(answer);
    });
    await new Promise<void>((resolve) => scanner.listen(0, '127.0.0.1', resolve));
    config().CLAMD_URL = `tcp://127.0.0.1:${(scanner.address() as { port: number }).port}`;
    expect(await virusFault(PNG)).toBe('file.scanner.down');
    await new Promise((resolve) => scanner.close(resolve));
  }
});

const withClamd = hasClamd() ? test : test.skip;

withClamd('C2.037 C8.019 clamd finds a virus: the file is refused and the find audited', async () => {
  const clamd = await startClamd();
  config().CLAMD_URL = clamd.url;
  try {
    expect(await refusalOf(PNG, 'a.png')).toBe('png');
    expect(await virusFault(Buffer.concat([randomBytes(200_000), Buffer.from('\n')]))).toBeUndefined();
    const infected = Buffer.concat([PNG, EICAR]);
    const person = await aCardholder(world.current);
    const by = { issuerId: person.issuerId, userId: person.id };
    expect(await acceptUpload(fileOf(infected, 'holiday.png'), GRAPHICS, by, ORIGIN, 'receipt')).toEqual({
      ok: false,
      refusal: { code: 'file.virus.found', field: 'receipt' }
    });
    expect(
      await world.current.query('SELECT action, details FROM audit_entries WHERE actor_user_id = $1', [person.id])
    ).toEqual([{ action: 'upload.virus_found', details: { name: 'holiday.png' } }]);
  } finally {
    await clamd.stop();
  }
});

withClamd('C8.019 CD.41 a feed in which clamd finds a virus is not taken, and nothing of it is kept', async () => {
  const feeds = await aFeedWorld(world.current);
  const mapping = await aMapping(feeds);
  const clamd = await startClamd();
  config().CLAMD_URL = clamd.url;
  try {
    const infected = Buffer.concat([Buffer.from(`${PLAIN_HEADINGS}\n`.repeat(50_000)), EICAR]);
    expect(await brought(feeds, mapping, infected)).toBe('file.virus.found');
    const [kept] = await world.current.query(
      `SELECT (SELECT count(*) FROM feeds WHERE issuer_id = $1)::int AS feeds,
         (SELECT count(*) FROM large_files WHERE issuer_id = $1)::int AS files,
         (SELECT count(*) FROM large_file_parts WHERE issuer_id = $1)::int AS parts,
         (SELECT count(*) FROM audit_entries WHERE issuer_id = $1 AND action = 'upload.virus_found')::int AS told`,
      [feeds.issuer.id]
    );
    expect(kept).toEqual({ feeds: 0, files: 0, parts: 0, told: 1 });
  } finally {
    await clamd.stop();
  }
});
