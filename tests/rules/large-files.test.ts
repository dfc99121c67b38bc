import { createHash, randomBytes } from 'node:crypto';
import { database, transaction } from '@/lib/core/database/database';
import { keepLargeFile, readLargeFile } from '@/lib/core/files/large-files';
import { bytesOf } from '../support/bytes';
import { useDatabase } from '../support/module-world';
import { aCardholder } from '../support/people';
import { until } from '../support/until';

const world = useDatabase();

async function aNewFile() {
  const { issuerId } = await aCardholder(world.current);
  return { issuerId, name: 'feed.csv', mediaType: 'text/csv', ownerUserId: null, expiresAt: null };
}

async function* chunks(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const read = (file: { issuerId: string; id: string }, from?: number) => bytesOf(readLargeFile(file, from));

test.each([
  [0, 1_000],
  [1, 1],
  [1_048_576, 65_536],
  [1_048_577, 1_048_577],
  [3_500_000, 70_001],
  [2_500_000, 2_500_000]
])('a file of %i bytes in chunks of %i comes back as it was written', async (size, chunk) => {
  const file = await aNewFile();
  const bytes = randomBytes(size);
  const kept = await keepLargeFile(file, chunks(bytes, chunk));
  expect(kept).toMatchObject({ size, sha256: createHash('sha256').update(bytes).digest() });
  const place = { issuerId: file.issuerId, id: kept.id };
  expect((await read(place)).equals(bytes)).toBe(true);
  expect((await read(place, 1)).equals(bytes.subarray(1_048_576))).toBe(true);
});

test('what a transaction wrote is gone with it', async () => {
  const file = await aNewFile();
  await expect(
    transaction(async (tx) => {
      await keepLargeFile(file, chunks(randomBytes(10), 3), tx);
      throw new Error('no');
    })
  ).rejects.toThrow('no');
  expect(await database().$queryRaw`SELECT 1 FROM large_files WHERE issuer_id = ${file.issuerId}::uuid`).toEqual([]);
});

test('what is being written is no file yet, and forgotten if it is never finished; of what breaks off nothing stays', async () => {
  const file = await aNewFile();
  const rows = () => database().$queryRaw<{ whole: boolean; forgotten: boolean; parts: number }[]>`
    SELECT size IS NOT NULL AS whole, expires_at IS NOT NULL AS forgotten,
      (SELECT count(*)::int FROM large_file_parts p WHERE (p.issuer_id, p.file_id) = (f.issuer_id, f.id)) AS parts
    FROM large_files f WHERE issuer_id = ${file.issuerId}::uuid`;
  async function* broken() {
    yield randomBytes(2_000_000);
    // The first part is stored while the next is made.
    await until(async () => (await rows()).some(({ parts }) => parts > 0));
    expect(await rows()).toEqual([{ whole: false, forgotten: true, parts: 1 }]);
    throw new Error('the line is dead');
  }
  await expect(keepLargeFile(file, broken())).rejects.toThrow('the line is dead');
  expect(await rows()).toEqual([]);
  expect(await database().$queryRaw`SELECT 1 FROM large_file_parts WHERE issuer_id = ${file.issuerId}::uuid`).toEqual(
    []
  );
});

test('parts are kept unreadable, and one that was moved is not taken for another', async () => {
  const file = await aNewFile();
  const bytes = Buffer.concat([Buffer.alloc(1_048_576, 'a'), Buffer.alloc(1_048_576, 'b')]);
  const { id } = await keepLargeFile(file, chunks(bytes, 1_048_576));
  const kept = await database().$queryRaw<{ bytes: Uint8Array }[]>`
    SELECT bytes FROM large_file_parts WHERE file_id = ${id}::uuid`;
  expect(kept.some(({ bytes: sealed }) => Buffer.from(sealed).includes('aaaa'))).toBe(false);
  await database().$executeRaw`UPDATE large_file_parts SET position = 2 WHERE file_id = ${id}::uuid AND position = 0`;
  await database().$executeRaw`UPDATE large_file_parts SET position = 0 WHERE file_id = ${id}::uuid AND position = 1`;
  await expect(read({ issuerId: file.issuerId, id })).rejects.toThrow();
});
