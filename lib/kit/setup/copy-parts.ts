import { appendAudit } from '../../core/audit/audit';
import { database, type Transaction, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { accepted, refused } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import type { JobHandler, JobRun } from '../jobs/job-run';
import { auditedEntity } from './audit-records';
import type { CopyPayload } from './copy-record';
import type { Draft } from './draft';
import { entityNamed, partsOf } from './entities';
import type { Entity } from './entity';
import type { Values } from './field';
import { takenKeys, writeKeys } from './keys';
import { type Owner, ownerOf, type RecordList } from './record-list';
import { recordsWhere, type SetUpRecord } from './records';
import { writeReferences } from './references';
import { lockOwner } from './settle';
import { insertRecords } from './store-records';

const BATCH = 1_000;
const TIMEOUT = 600_000;

/** The records of one entity to copy, with the ids of their copies. */
interface Copied {
  entity: Entity;
  records: SetUpRecord[];
  /** The name of the record itself. */
  from?: string;
}

/**
 * Copies a record with its parts in one transaction: a copy that breaks off leaves nothing, and begins anew. What is
 * copied is read as it stands at one moment, and the owner is held for the record itself alone, at the end: others of
 * the company work on while thousands of parts are written.
 */
export const copyRecords: JobHandler<CopyPayload> = async (run) => {
  const { entity: name, fromId, values, origin } = run.job.payload;
  const { issuerId, nodeId, ownerUserId } = run.job;
  const entity = entityNamed(name);
  const owner = await ownerOf(database(), issuerId, nodeId);
  const levels = owner && (await transaction((tx) => readWhole(tx, owner, { entity, fromId, values }), TIMEOUT));
  if (!levels) return refused({ code: 'not.found' });
  const ids = new Map(levels.flatMap(({ records }) => records.map(({ id }): [string, string] => [id, newId()])));
  const id = ids.get(fromId) as string;
  const [top, ...parts] = batchesOf(owner, levels, ids) as [Batch, ...Batch[]];
  return transaction(async (tx) => {
    await tx.$executeRaw`SET CONSTRAINTS setup_records_issuer_id_parent_id_owner_id_fkey DEFERRED`;
    await writeParts(tx, run, parts, ids.size);
    await lockOwner(tx, owner);
    const taken = await takenKeys(tx, top.place, top.drafts);
    if (taken[0]) return refused(taken[0]);
    await writeBatch(tx, top);
    await writeReferences(tx, top.place, top.drafts);
    await tx.$executeRaw`SET CONSTRAINTS ALL IMMEDIATE`;
    await run.save({ done: ids.size * 2, total: ids.size * 2 });
    await run.confirm(tx);
    await appendAudit(tx, origin, {
      issuerId,
      actorUserId: ownerUserId,
      action: 'setup.copied',
      entity: auditedEntity(entity),
      entityId: id,
      nodeId: owner.id,
      details: {
        owner: owner.number,
        from: levels[0]?.from ?? '',
        'after.name': top.records[0]?.name ?? '',
        records: ids.size
      }
    });
    return accepted({ id, records: ids.size });
  }, TIMEOUT);
};

/** A record as its copy will be, with all of its parts, as they stand at one moment; null where it is gone. */
async function readWhole(
  tx: Transaction,
  owner: Owner,
  { entity, fromId, values }: { entity: Entity; fromId: string; values: Values }
): Promise<Copied[] | null> {
  await tx.$executeRaw`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`;
  const [from] = await recordsWhere(tx, Prisma.sql`r.issuer_id = ${owner.issuerId}::uuid AND r.id = ${fromId}::uuid`);
  if (!from) return null;
  const root = { ...from, values, name: String(values.name ?? from.name), active: true };
  return withParts(tx, owner, { entity, records: [root], from: from.name });
}

/** A record's parts, and theirs: parents always before their parts. Where it is in force is not copied. */
async function withParts(tx: Transaction, owner: Owner, top: Copied): Promise<Copied[]> {
  const levels = [top];
  for (const { entity, records } of levels)
    for (const part of partsOf(entity)) {
      if (part.parent?.onDelete !== 'cascade') continue;
      const parents = records.map(({ id }) => id);
      const partRecords = await recordsWhere(
        tx,
        Prisma.sql`r.issuer_id = ${owner.issuerId}::uuid AND r.parent_id = ANY(${parents}::uuid[]) AND r.entity = ${part.name}
          ORDER BY r.position, r.id`
      );
      if (partRecords.length > 0) levels.push({ entity: part, records: partRecords });
    }
  return levels;
}

/** Records of one entity that are written together. */
interface Batch {
  place: RecordList;
  records: SetUpRecord[];
  drafts: Draft[];
}

/** The record itself in the first, its parts in the others. */
const batchesOf = (owner: Owner, levels: readonly Copied[], ids: ReadonlyMap<string, string>): Batch[] =>
  levels.flatMap(({ entity, records }) =>
    Array.from({ length: Math.ceil(records.length / BATCH) }, (_, n) => {
      const own = records.slice(n * BATCH, (n + 1) * BATCH);
      const place: RecordList = { entity, owner, parent: null, above: null, writable: true };
      return { place, records: own, drafts: own.map((record) => draftOf(entity, record, ids)) };
    })
  );

/** Writes the parts; what points to another copy last, when all of them are there. */
async function writeParts(tx: Transaction, run: JobRun, parts: readonly Batch[], count: number): Promise<void> {
  let done = 0;
  const reportProgress = (batch: Batch) => {
    done += batch.drafts.length;
    return run.save({ done, total: count * 2 });
  };
  for (const batch of parts) {
    await writeBatch(tx, batch);
    await reportProgress(batch);
  }
  for (const batch of parts) {
    await writeReferences(tx, batch.place, batch.drafts);
    await reportProgress(batch);
  }
}

async function writeBatch(tx: Transaction, { place, records, drafts }: Batch): Promise<void> {
  const rows = drafts.map(({ id, parent, values: { code = null, name: _name, ...data } }, at) => {
    const { name, active } = records[at] as SetUpRecord;
    return { id, parent: parent?.id ?? null, code, name, data: withoutNothing(data), active };
  });
  await insertRecords(tx, place, rows);
  await writeKeys(tx, place, drafts);
}

/** The copy of a record: what points to something that is copied too points to its copy. */
function draftOf(entity: Entity, { id, parentId, values }: SetUpRecord, ids: ReadonlyMap<string, string>): Draft {
  const copied = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(copied) : (ids.get(String(value)) ?? value);
  const pointing = (name: string) => ['record', 'records'].includes(entity.fields[name]?.type ?? '');
  return {
    row: 0,
    id: ids.get(id) as string,
    parent: parentId === null ? null : ({ id: ids.get(parentId) ?? parentId } as SetUpRecord),
    existing: null,
    values: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, pointing(name) ? copied(value) : value])
    )
  };
}

const withoutNothing = (data: Values) => Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));
