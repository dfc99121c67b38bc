import type { Principal } from '../../access/policy/principal';
import type { Origin } from '../../core/audit/audit';
import type { Refusal } from '../../core/entry/refusal';
import { broughtFile, type Check, keepCheck, keptCheck } from './brought-files';
import type { Entity } from './entity';
import type { Reader } from './file-columns';
import { type ImportReport, importRecords } from './import-records';
import type { RecordListAddress } from './record-list';

/** A brought file by its name, and what would come of it, as it was when it was worked out. */
export interface CheckedFile {
  name: string;
  outcome: ImportReport | Refusal;
}

/** The context of a check: headings and values are read in a language, and records belong to a place. */
export function checkedFor(entity: Entity, address: RecordListAddress, { locale }: Reader): string {
  const { issuerId, companyId, parentId, aboveId } = address;
  return [entity.name, issuerId, companyId, parentId, aboveId, locale].map((part) => part ?? '').join('/');
}

/**
 * The check of the principal's uploaded file. It is computed once and stored with the file, since reading a spreadsheet
 * needs much memory. Null if there is no such file any more.
 */
export async function checkFile(
  principal: Principal,
  entity: Entity,
  address: RecordListAddress,
  fileId: string,
  reader: Reader,
  origin: Origin
): Promise<CheckedFile | null> {
  const holdsFor = checkedFor(entity, address, reader);
  const kept = await keptCheck(principal, fileId);
  if (kept?.check?.for === holdsFor) return { name: kept.name, outcome: kept.check.outcome };
  const file = await broughtFile(principal, fileId);
  if (!file) return null;
  const outcome = await importRecords(principal, entity, address, file, { ...reader, apply: false }, origin);
  if (!isPassing(outcome)) await keepCheck(principal, fileId, { for: holdsFor, outcome });
  return { name: file.name, outcome };
}

/** Whether an answer says nothing of the file, and may be another one in a moment. */
const isPassing = (outcome: Check['outcome']) =>
  'code' in outcome && ['import.busy', 'not.found'].includes(outcome.code);
