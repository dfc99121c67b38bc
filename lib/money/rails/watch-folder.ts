import { z } from 'zod';
import { appendAudit } from '../../core/audit/audit';
import { database, type Transaction, transaction } from '../../core/database/database';
import { exists, readRows } from '../../core/database/rows';
import { fileName } from '../../core/files/file-name';
import { joinedLargeFile } from '../../core/files/joined-file';
import { readLargeFile } from '../../core/files/large-files';
import { MAX_UPLOAD_BYTES } from '../../core/files/spreadsheet-package';
import {
  bytesUpTo,
  foldersIn,
  giveBack,
  QUIET_MILLIS,
  takeFile,
  watchFolder,
  wholeFiles
} from '../../core/files/watched-folder';
import { config } from '../../core/server/config';
import { log } from '../../core/server/log';
import { issuerNumbered } from '../../directory/structure/issuer-numbered';
import { bringAnswer } from './bring-answer';
import { RAILS_ORIGIN } from './collect-due';
import { markFetched } from './fetch-file';
import { lockRails } from './lock-rails';

// Not imported, as in the watched folder.
const { join } = process.getBuiltinModule('node:path');
const { mkdir, open, readdir, rename } = process.getBuiltinModule('node:fs/promises');

const [TO_BANK, FROM_BANK, PLACING] = ['to-bank', 'from-bank', '.placing'];

/**
 * Places files of payments in `<folder>/<issuer number>/to-bank/` and reads answers of the bank from `from-bank/` beside
 * it, where these folders are, until the returned function is called.
 */
export const watchPayments = (
  folder: string | undefined = config().TESSERA_PAYMENTS_FOLDER
): Promise<() => Promise<void>> => watchFolder('folder of payments', folder, exchangeFiles);

/** Places all files that wait to be fetched, and takes all complete answers. */
export async function exchangeFiles(folder: string, quietMillis = QUIET_MILLIS): Promise<void> {
  for (const number of await foldersIn(folder)) {
    const issuerId = await issuerNumbered(number);
    if (!issuerId) {
      log.warn({ folder: join(folder, number) }, 'no issuer has the number of this folder, its files are left alone');
      continue;
    }
    const own = await foldersIn(join(folder, number));
    if (own.includes(TO_BANK)) await placeFiles(issuerId, join(folder, number, TO_BANK));
    if (own.includes(FROM_BANK)) await takeAnswers(issuerId, join(folder, number, FROM_BANK), quietMillis);
  }
}

const waitingRow = z.strictObject({ id: z.string(), fileId: z.string(), name: z.string(), sha256: z.string() });

/**
 * Places the files that nobody has fetched. A file is written whole beside the place, then noted as fetched, and only then
 * renamed into it: the bank gets it once, wherever a process dies.
 */
async function placeFiles(issuerId: string, place: string): Promise<void> {
  while (await transaction((tx) => prepareFile(tx, issuerId, place), 60_000));
  const names = await readdir(join(place, PLACING)).catch(() => []);
  for (const name of names)
    if (await isFetched(issuerId, name)) await rename(join(place, PLACING, name), join(place, name)).catch(() => {});
}

async function prepareFile(tx: Transaction, issuerId: string, place: string): Promise<boolean> {
  await lockRails(tx, issuerId);
  const [file] = await readRows(tx, waitingRow)`
    SELECT f.id, f.file_id AS "fileId", l.name, encode(l.sha256, 'hex') AS sha256
    FROM payment_files f ${joinedLargeFile('f.file_id')}
    WHERE f.issuer_id = ${issuerId}::uuid AND f.fetched_at IS NULL ORDER BY f.written_at, f.number LIMIT 1`;
  if (!file) return false;
  const { id, fileId, name, sha256 } = file;
  await mkdir(join(place, PLACING), { recursive: true });
  const written = await open(join(place, PLACING, name), 'w', 0o600);
  try {
    for await (const part of readLargeFile({ issuerId, id: fileId })) await written.appendFile(part);
    await written.sync();
  } finally {
    await written.close();
  }
  await markFetched(tx, issuerId, id);
  await appendAudit(tx, RAILS_ORIGIN, {
    issuerId,
    action: 'payment_file.placed',
    entity: 'payment_file',
    entityId: id,
    nodeId: issuerId,
    details: { file: name, sha256 }
  });
  return true;
}

const isFetched = (issuerId: string, name: string) =>
  exists(database())`SELECT 1 FROM payment_files f ${joinedLargeFile('f.file_id')}
    WHERE f.issuer_id = ${issuerId}::uuid AND l.name = ${name} AND f.fetched_at IS NOT NULL`;

/** Takes the complete answers of a place, one after the other; each is read once. */
async function takeAnswers(issuerId: string, place: string, quietMillis: number): Promise<void> {
  await giveBack(place, (id) => wasRead(issuerId, id));
  for (const file of await wholeFiles(place, quietMillis))
    await takeFile(place, file, async ({ id, path }) => {
      const bytes = await bytesUpTo(MAX_UPLOAD_BYTES, path);
      const brought = await bringAnswer(
        { issuerId, id, source: 'folder', name: file, bytes, userId: null },
        RAILS_ORIGIN
      );
      if (brought.ok) return true;
      log.error(
        { file: fileName(file), folder: place, refusal: brought.refusal.code },
        'an answer of the bank was refused'
      );
      return false;
    });
}

const readRow = z.strictObject({ isRead: z.boolean() });

/** Whether the answer with an id was read, or refused; null if there is none. */
async function wasRead(issuerId: string, id: string): Promise<boolean | null> {
  const [answer] = await readRows(database(), readRow)`
    SELECT a.refusal IS NULL AS "isRead" FROM payment_answers a
    WHERE a.issuer_id = ${issuerId}::uuid AND a.id = ${id}::uuid`;
  return answer?.isRead ?? null;
}
