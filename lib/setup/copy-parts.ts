import { appendAudit } from '../core/audit';
import { type Transaction, transaction } from '../core/database';
import { newId } from '../core/ids';
import { Prisma } from '../core/prisma/client';
import { accepted, refused } from '../core/refusal';
import type { JobHandler, JobRun } from '../jobs/job-run';
import { auditedEntity } from './audit-records';
import type { CopyPayload } from './copy-record';
import type { Draft } from './draft';
import { entityNamed, partsOf } from './entities';
import type { Entity } from './entity';
import type { Values } from './field';
import { takenKeys, writeKeys } from './keys';
import { type Owner, ownerOf, type Place } from './place';
import { recordsWhere, type SetUpRecord } from './records';
import { writeReferences } from './references';
import { lockOwner } from './settle';
import { insertRecords } from './store-records';

const BATCH = 1_000;
const TIMEOUT = 600_000;

/** What is copied: the records of one entity, with the ids that their copies get. */
interface Copied {
  entity: Entity;
  records: SetUpRecord[];
}

/** Copies a record with its parts in one transaction: a copy that breaks off leaves nothing, and begins anew. */
export const copyRecords: JobHandler = async (run) => {
  const { entity: name, fromId, values, origin } = run.job.payload as unknown as CopyPayload;
  const { issuerId, nodeId, ownerUserId } = run.job;
  const entity = entityNamed(name);
  return transaction(async (tx) => {
    const owner = await ownerOf(tx, issuerId, nodeId);
    if (!owner) return refused({ code: 'not.found' });
    await lockOwner(tx, owner);
    const [from] = await recordsWhere(tx, Prisma.sql`r.issuer_id = ${issuerId}::uuid AND r.id = ${fromId}::uuid`);
    if (!from) return refused({ code: 'not.found' });
    const root = { ...from, values, name: String(values.name ?? from.name), active: true };
    const place: Place = { entity, owner, parent: null, above: null, writable: true };
    const taken = await takenKeys(tx, place, [{ row: 0, id: newId(), parent: null, existing: null, values }]);
    if (taken[0]) return refused(taken[0]);
    const levels = await withParts(tx, owner, { entity, records: [root] });
    const ids = new Map(levels.flatMap(({ records }) => records.map(({ id }): [string, string] => [id, newId()])));
    await writeCopies(tx, run, owner, levels, ids);
    await run.confirm(tx);
    const id = ids.get(fromId) as string;
    await appendAudit(tx, origin, {
      issuerId,
      actorUserId: ownerUserId,
      action: 'setup.copied',
      entity: auditedEntity(entity),
      entityId: id,
      nodeId: owner.id,
      details: { owner: owner.number, from: from.name, 'after.name': root.name, records: ids.size }
    });
    return accepted({ id, records: ids.size });
  }, TIMEOUT);
};

/** A record's parts, and theirs: parents always before their parts. Where it is in force is not copied. */
async function withParts(tx: Transaction, owner: Owner, top: Copied): Promise<Copied[]> {
  const levels = [top];
  for (const { entity, records } of levels)
    for (const part of partsOf(entity)) {
      if (part.parent?.onDelete !== 'cascade') continue;
      const parents = records.map(({ id }) => id);
      const found = await recordsWhere(
        tx,
        Prisma.sql`r.issuer_id = ${owner.issuerId}::uuid AND r.parent_id = ANY(${parents}::uuid[]) AND r.entity = ${part.name}
          ORDER BY r.position, r.id`
      );
      if (found.length > 0) levels.push({ entity: part, records: found });
    }
  return levels;
}

async function writeCopies(
  tx: Transaction,
  run: JobRun,
  owner: Owner,
  levels: Copied[],
  ids: ReadonlyMap<string, string>
): Promise<void> {
  // What points to another copy is written last, when all of them are there.
  const total = ids.size * 2;
  let done = 0;
  const batches = levels.flatMap(({ entity, records }) =>
    Array.from({ length: Math.ceil(records.length / BATCH) }, (_, n) => ({
      place: { entity, owner, parent: null, above: null, writable: true },
      records: records.slice(n * BATCH, (n + 1) * BATCH)
    }))
  );
  const copies = batches.map(({ place, records }) => ({
    place,
    records,
    drafts: records.map((record): Draft => draftOf(place.entity, record, ids))
  }));
  for (const { place, records, drafts } of copies) {
    const rows = drafts.map(({ id, parent, values: { code = null, name: _name, ...data } }, at) => {
      const { name, active } = records[at] as SetUpRecord;
      return { id, parent: parent?.id ?? null, code, name, data: withoutNothing(data), active };
    });
    await insertRecords(tx, place, rows);
    await writeKeys(tx, place, drafts);
    done += drafts.length;
    await run.save({ done, total });
  }
  for (const { place, drafts } of copies) {
    await writeReferences(tx, place, drafts);
    done += drafts.length;
    await run.save({ done, total });
  }
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
