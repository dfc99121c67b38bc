import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { type Origin, originSchema } from '../../core/audit/audit';
import { newId } from '../../core/secrets/ids';
import { startJob } from '../jobs/start-job';
import { writable } from './create-record';
import type { Draft } from './draft';
import type { Entity } from './entity';
import type { Values } from './field';
import { takenKeys } from './keys';
import { readValues } from './read-values';
import { addressOf, recordListSeen } from './record-list';
import { recordSeen } from './records';
import { type Outcome, settled, undo, undoAll } from './settle';

/** The kind of job that copies a record with its parts: its handler is `copyRecords`. */
export const COPY_JOB = 'setup.copy';

/** The job's payload; the permission was checked when it was started. */
export const copyPayload = z.object({
  entity: z.string(),
  fromId: z.guid(),
  values: z.record(z.string(), z.unknown()),
  origin: originSchema
});
export type CopyPayload = z.output<typeof copyPayload>;

/**
 * Starts to copy a record with all its parts, with the typed values, such as a new name.
 * Refuses a name that is taken, and any copy while another of the same owner runs (C4.036). Resolves to the job.
 */
export function copyRecord(
  principal: Principal,
  entity: Entity,
  { issuerId, id }: { issuerId: string; id: string },
  typed: Values,
  origin: Origin
): Promise<Outcome<string>> {
  return settled(async (tx) => {
    const from = (await recordSeen(principal, entity, { issuerId, id }, tx)) ?? undo({ code: 'not.found' });
    const place = writable(await recordListSeen(principal, entity, addressOf(from), tx));
    if (!entity.copiesParts) undo({ code: 'operation.invalid' });
    const { values, refusals } = readValues(entity, { ...from.values, ...typed });
    const draft: Draft = { row: 0, id: newId(), parent: place.parent, existing: null, values };
    undoAll(refusals.map((refusal) => ({ ...refusal, row: 0 })));
    undoAll(await takenKeys(tx, place, [draft]));
    const payload: CopyPayload = {
      entity: entity.name,
      fromId: id,
      values,
      origin: { ...origin, accessor: principal.accessor }
    };
    const job = await startJob(tx, principal, { kind: COPY_JOB, nodeId: place.owner.id, payload });
    if (!job.ok) return undo(job.refusal.code === 'job.running' ? { code: 'setup.copy.running' } : job.refusal);
    return job.value;
  });
}
