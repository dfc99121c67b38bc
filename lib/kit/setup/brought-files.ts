import type { Principal } from '../../access/policy/principal';
import type { Refusal } from '../../core/entry/refusal';
import {
  checkedFile,
  dropWaiting,
  keepChecked,
  keepWaiting,
  type Waiting,
  waitingFile
} from '../../core/files/waiting-files';
import type { ImportReport } from './import-records';
import type { BroughtFile } from './record-file';

/** What would come of a file, and what that holds for. */
export interface Check {
  for: string;
  outcome: ImportReport | Refusal;
}

/** The media type says that the content has not been inspected. */
const waiting = ({ issuerId, userId }: Principal): Waiting => ({
  issuerId,
  userId,
  mediaType: 'application/x-set-up-records'
});

/** Stores an uploaded file until its user imports it. */
export const keepBroughtFile = (principal: Principal, file: BroughtFile): Promise<string> =>
  keepWaiting(waiting(principal), file);

/** One's own file that waits; null when there is none, or no longer. */
export const broughtFile = (principal: Principal, id: string): Promise<BroughtFile | null> =>
  waitingFile(waiting(principal), id);

/** The name and the stored check of the principal's uploaded file, without its content. */
export async function keptCheck(
  principal: Principal,
  id: string
): Promise<{ name: string; check: Check | null } | null> {
  const file = await checkedFile(waiting(principal), id);
  return file && { name: file.name, check: file.checked as unknown as Check | null };
}

/** Stores the check of the principal's uploaded file. */
export const keepCheck = (principal: Principal, id: string, check: Check): Promise<void> =>
  keepChecked(waiting(principal), id, JSON.parse(JSON.stringify(check)));

/** Deletes the principal's uploaded file after its import. */
export const dropBroughtFile = (principal: Principal, id: string): Promise<void> => dropWaiting(waiting(principal), id);
