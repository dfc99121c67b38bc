import { z } from 'zod';
import { wallClock } from '../../core/calendar/clocks';
import { dayOf, isoOf } from '../../core/calendar/days';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { keepLargeFile } from '../../core/files/large-files';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { config } from '../../core/server/config';
import { enqueue } from '../../core/server/outbox';
import { numberOfIssuer } from '../../directory/structure/reads/issuers';
import { timeZoneAt } from '../../directory/structure/reads/today';
import { bankDayFrom } from '../payments/bank-days';
import type { DueGroup } from '../payments/due-payments';
import type { FileKind } from './files';
import type { FileHead, Originator, RailName } from './rail';
import { PAYMENT_RAILS } from './rails';

const countedRow = z.strictObject({ number: z.number(), before: z.number(), issuer: z.string() });

/** What stands over a file that is written now. */
export async function headOf(
  tx: Transaction,
  { issuerId, scheme, currency, mandateScheme = null }: Omit<DueGroup, 'mandateScheme'> & Partial<DueGroup>,
  { rail }: Originator
): Promise<FileHead> {
  const zone = await timeZoneAt(issuerId, tx);
  const { day: writtenOn, time: writtenTime } = wallClock(zone, now());
  const [counted] = await readRows(tx, countedRow)`
    SELECT coalesce(max(f.number), 0) + 1 AS number,
      (count(*) FILTER (WHERE (f.written_at AT TIME ZONE ${zone})::date = ${writtenOn}::date))::int AS before,
      ${numberOfIssuer(Prisma.sql`${issuerId}::uuid`)} AS issuer
    FROM payment_files f WHERE f.issuer_id = ${issuerId}::uuid AND f.rail = ${rail}::payment_rail`;
  const { number, before, issuer } = counted as z.infer<typeof countedRow>;
  return {
    messageId: messageIdOf(issuer, rail, number),
    number,
    before,
    writtenOn,
    writtenTime,
    currency,
    mandateScheme,
    // The banks have the file after their day; they collect on the next.
    collectOn: isoOf(bankDayFrom(scheme, dayOf(writtenOn) + 1))
  };
}

/** 35 characters at most, in capitals and digits. */
const messageIdOf = (issuer: string, rail: RailName, number: number) =>
  `${issuer
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, 18)}-${rail.toUpperCase()}-${String(number).padStart(6, '0')}`;

/** A written file: what it is, how many payments it collects or accounts it validates, and the total that it collects. */
interface WrittenFile {
  rail: RailName;
  kind: FileKind;
  head: FileHead;
  count: number;
  /** An exact decimal; 0 of a validation. */
  total: string;
  /** Whole, or in pieces while it is written. */
  text: string | AsyncIterable<string>;
}

/** Keeps a file sealed for the bank; the simulated bank is called outside of production. */
export async function keepFile(
  tx: Transaction,
  issuerId: string,
  { rail, kind, head, count, total, text }: WrittenFile
): Promise<{ id: string; sha256: string }> {
  const { extension, mediaType } = PAYMENT_RAILS[rail];
  const file = await keepLargeFile(
    { issuerId, name: `${head.messageId}.${extension}`, mediaType, ownerUserId: null, expiresAt: null },
    inChunks(typeof text === 'string' ? [text] : text),
    tx
  );
  const id = newId();
  await tx.$executeRaw`
    INSERT INTO payment_files (issuer_id, id, rail, kind, number, message_id, currency, collect_on, payment_count, total,
      written_at, file_id)
    VALUES (${issuerId}::uuid, ${id}::uuid, ${rail}::payment_rail, ${kind}::payment_file_kind, ${head.number},
      ${head.messageId}, ${head.currency}, ${head.collectOn}::date, ${count}, ${total}::numeric, ${now()},
      ${file.id}::uuid)`;
  if (config().TESSERA_MODE !== 'production')
    await enqueue(tx, { issuerId, topic: 'payment_file.simulated', payload: { issuerId, id } });
  return { id, sha256: file.sha256.toString('hex') };
}

async function* inChunks(pieces: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece);
}
