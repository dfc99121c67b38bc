import { z } from 'zod';
import { keptPrincipal, may, type Principal } from '../../../access/policy/principal';
import { recordAct } from '../../../access/policy/record-act';
import type { Origin } from '../../../core/audit/audit';
import { type Transaction, transaction } from '../../../core/database/database';
import { wholeNumber } from '../../../core/entry/number-entry';
import { optional } from '../../../core/entry/optional';
import { accepted, type Result, refused } from '../../../core/entry/refusal';
import { offeredSetups } from '../batches';
import { isFolderWatched } from './folders';

/** What a form says for reading a folder as soon as a file arrives. */
export const AT_ONCE = 'once';

/** How the files of a folder are taken. */
export const folderSchema = z.object({
  setup: z.guid('required'),
  /** What becomes of a file with faults. */
  faulty: z.enum(['none', 'good'], 'required'),
  /** From which hour of the issuer's day on, once a day; null: as soon as a file arrives. */
  readHour: z.preprocess((typed) => (typed === AT_ONCE ? '' : typed), optional(wholeNumber({ min: 0, max: 23 })))
});
export type FolderEntry = z.output<typeof folderSchema>;

/** Lets the files of a set-up's folder be requested in one's own name from now on, whoever it was before (C5.064). */
export function takeFolder(principal: Principal, entry: FolderEntry, origin: Origin): Promise<Result<null>> {
  return transaction(async (tx) => {
    if (!may(principal, 'purchase_requests', 'modify')) return refused({ code: 'forbidden.action' });
    const setup = (await offeredSetups(principal, tx)).find(({ id }) => id === entry.setup);
    if (!setup || !isFolderWatched()) return refused({ code: 'not.found', field: 'setup' });
    const { issuerId, userId } = principal;
    const kept = {
      userId,
      owner: keptPrincipal(principal) as object,
      goodOnly: entry.faulty === 'good',
      readHour: entry.readHour
    };
    await tx.batchFolder.upsert({
      where: { issuerId_setupId: { issuerId, setupId: setup.id } },
      create: { issuerId, setupId: setup.id, ...kept },
      update: kept
    });
    await record(tx, principal, origin, 'batch_folder.taken', { ...setup, setup: setup.values.name });
    return accepted(null);
  });
}

/** Ends that: files stay where they arrive. */
export function leaveFolder(principal: Principal, setupId: string, origin: Origin): Promise<Result<null>> {
  return transaction(async (tx) => {
    const { issuerId, userId } = principal;
    if (!may(principal, 'purchase_requests', 'modify')) return refused({ code: 'forbidden.action' });
    const setup = (await offeredSetups(principal, tx)).find(({ id }) => id === setupId);
    if (!setup) return refused({ code: 'not.found' });
    const left = await tx.batchFolder.deleteMany({ where: { issuerId, setupId, userId } });
    if (left.count === 0) return refused({ code: 'not.found' });
    await record(tx, principal, origin, 'batch_folder.left', { ...setup, setup: setup.values.name });
    return accepted(null);
  });
}

const record = (
  tx: Transaction,
  principal: Principal,
  origin: Origin,
  action: 'batch_folder.taken' | 'batch_folder.left',
  { id, ownerId, setup }: { id: string; ownerId: string; setup: string }
): Promise<void> =>
  recordAct(tx, principal, origin, {
    issuerId: principal.issuerId,
    nodeId: ownerId,
    entity: 'batch_setup',
    entityId: id,
    action,
    details: { setup }
  });
