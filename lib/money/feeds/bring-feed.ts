import { z } from 'zod';
import { keptPrincipal, may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { daysLater } from '../../core/calendar/days';
import { database, type Transaction, transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { fileName } from '../../core/files/file-name';
import { keepLargeFile, type LargeFile } from '../../core/files/large-files';
import { VirusScan } from '../../core/files/virus-scan';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { startJob } from '../../kit/jobs/start-job';
import { uploadMegabytes } from './feeds';
import { IMPORT_JOB } from './import-feed';
import { type Layout, layoutSchema } from './mapping';

/** A file without an import, because its job was cancelled, is deleted after this many days. */
const KEPT_DAYS = 7;

export interface BroughtFile {
  mappingId: string;
  source: 'upload' | 'folder';
  name: string;
  chunks: AsyncIterable<Uint8Array>;
}

/** Thrown within a file to refuse it. */
class NotTaken extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.code);
  }
}

/**
 * Stores a file of card transactions as it streams in and starts its import by one of the issuer's mappings; returns
 * its id. Refuses files that are too large (CD.12), empty, or infected (C8.019).
 */
export async function bringFeed(principal: Principal, brought: BroughtFile, origin: Origin): Promise<Result<string>> {
  const { issuerId, userId } = principal;
  if (!may(principal, 'feeds', 'run')) return refused({ code: 'user.not.authorized' });
  const mapping = await activeMapping(issuerId, brought.mappingId);
  if (!mapping) return refused({ code: 'not.found' });
  const megabytes = await uploadMegabytes(principal);
  const name = fileName(brought.name) || 'feed';
  const expiresAt = daysLater(now(), KEPT_DAYS);
  let file: LargeFile;
  try {
    file = await keepLargeFile(
      { issuerId, name, mediaType: 'application/octet-stream', ownerUserId: userId, expiresAt },
      within(brought.chunks, megabytes)
    );
  } catch (error) {
    if (!(error instanceof NotTaken)) throw error;
    if (error.refusal.code === 'file.virus.found') await auditVirus(principal, name, origin);
    return refused(error.refusal);
  }
  const feed = { ...brought, name, mapping, file };
  return transaction(async (tx) => accepted(await insertFeed(tx, principal, feed, origin)));
}

const mappingRow = z.strictObject({ name: z.string(), layout: layoutSchema });

async function activeMapping(issuerId: string, id: string): Promise<{ name: string; layout: Layout } | null> {
  const [mapping] = await readRows(database(), mappingRow)`
    SELECT name, layout FROM feed_mappings WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid AND active`;
  return mapping ?? null;
}

/** Passes the chunks on while they are within the limit and no virus is found. @throws NotTaken */
async function* within(chunks: AsyncIterable<Uint8Array>, megabytes: number): AsyncGenerator<Uint8Array> {
  const scan = new VirusScan();
  let size = 0;
  try {
    for await (const chunk of chunks) {
      size += chunk.byteLength;
      if (size > megabytes * 1024 ** 2)
        throw new NotTaken({ code: 'file.too.large', field: 'file', params: { megabytes } });
      await scan.add(chunk);
      yield chunk;
    }
    if (size === 0) throw new NotTaken({ code: 'file.empty', field: 'file' });
    const code = await scan.fault();
    if (code) throw new NotTaken({ code, field: 'file' });
  } finally {
    scan.close();
  }
}

interface StoredFeed extends BroughtFile {
  mapping: { name: string; layout: Layout };
  file: LargeFile;
}

async function insertFeed(
  tx: Transaction,
  principal: Principal,
  { mappingId, mapping, source, name, file }: StoredFeed,
  origin: Origin
): Promise<string> {
  const { issuerId, userId } = principal;
  const id = newId();
  await tx.feed.createMany({
    data: {
      issuerId,
      id,
      mappingId,
      mappingName: mapping.name,
      layout: mapping.layout as object,
      source,
      ownerUserId: userId,
      owner: { ...keptPrincipal(principal), origin: placeOf(origin) } as object,
      fileName: name,
      fileSha256: file.sha256,
      fileSize: file.size,
      fileId: file.id,
      createdAt: now()
    }
  });
  await startFeed(tx, principal, id, origin);
  await recordAct(tx, principal, origin, {
    issuerId,
    action: 'feed.started',
    entity: 'feed',
    entityId: id,
    nodeId: issuerId,
    details: { file: name, mapping: mapping.name, size: file.size, sha256: file.sha256.toString('hex') }
  });
  return id;
}

/** The part of the request's origin that the job stores. */
const placeOf = ({ requestId, address, userAgent }: Origin) => ({ requestId, address, userAgent });

/** Starts the job of a feed, unless another feed of the issuer is being processed; then it waits. */
export async function startFeed(tx: Transaction, principal: Principal, feedId: string, origin: Origin): Promise<void> {
  const { issuerId } = principal;
  const payload = { feedId, origin: placeOf(origin) };
  const job = await startJob(tx, principal, { kind: IMPORT_JOB, nodeId: issuerId, payload });
  if (!job.ok) return;
  await tx.feed.updateMany({ where: { issuerId, id: feedId }, data: { jobId: job.value } });
}

function auditVirus(principal: Principal, name: string, origin: Origin): Promise<void> {
  return transaction((tx) =>
    recordAct(tx, principal, origin, {
      issuerId: principal.issuerId,
      action: 'upload.virus_found',
      entity: 'file',
      details: { name }
    })
  );
}
