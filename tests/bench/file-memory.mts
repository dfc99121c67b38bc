// How much a process grows while it stores files of several sizes, each in a process of its own:
// `node --expose-gc --import tsx tests/bench/file-memory.mts <megabytes>`, on DATABASE_URL.
import { randomBytes } from 'node:crypto';
import { database } from '@/lib/core/database/database';
import { keepLargeFile } from '@/lib/core/files/large-files';

const megabytes = Number(process.argv[2] ?? 200);
const { id: issuerId } = await database().issuer.findFirstOrThrow({ select: { id: true } });
async function* chunks(size: number) {
  const chunk = randomBytes(64 * 1024);
  for (let at = 0; at < size * 16; at += 1) yield chunk;
}
const file = { issuerId, name: 'memory.csv', mediaType: 'text/csv', ownerUserId: null, expiresAt: new Date() };
// Connections and code are there before it is measured.
await keepLargeFile(file, chunks(1));
globalThis.gc?.();
const before = process.memoryUsage().rss;
let most = before;
const timer = setInterval(() => {
  most = Math.max(most, process.memoryUsage().rss);
}, 5);
for (let round = 1; round <= 3; round += 1) {
  const begun = performance.now();
  await keepLargeFile(file, chunks(megabytes));
  process.stdout.write(
    `${megabytes} MB, round ${round}: +${((most - before) / 1024 ** 2).toFixed(0)} MB, ${((performance.now() - begun) / 1000).toFixed(1)} s\n`
  );
}
clearInterval(timer);
process.exit(0);
