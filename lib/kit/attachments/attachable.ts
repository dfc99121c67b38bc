import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import type { Transaction } from '../../core/database/database';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import type { TextKey } from '../../core/language/text-key';
import { ATTACHABLE_ENTITIES } from './generated/entities';

export const attachableEntity = z.enum(ATTACHABLE_ENTITIES);

/** A kind of record that files can be attached to, as the audit names it. */
export type AttachableEntity = z.infer<typeof attachableEntity>;

/** The record of an attachment. */
export interface AttachedTo {
  entity: AttachableEntity;
  id: string;
}

/** A record that the principal sees, as its attachments depend on it. */
export interface AttachableRecord {
  issuerId: string;
  /** Its place in the structure, for the audit. */
  nodeId: string;
  /** The reason that the principal can't change its attachments, as a message key; null if they can. */
  fault: TextKey | null;
}

/** A file as records may refuse it. */
export interface AttachableFile {
  mediaType: string;
  bytes: Uint8Array;
}

/** How a module offers a kind of its records for attachments. It deletes them with the record by `forgetAttachments`. */
export interface Attachable {
  /** The record if the principal sees it, else null. */
  find(tx: Transaction, principal: Principal, id: string): Promise<AttachableRecord | null>;
  /** Does the same and locks the record until the transaction ends, so that its attachments change one by one. */
  hold(tx: Transaction, principal: Principal, id: string): Promise<AttachableRecord | null>;
  /** The reason that a held record takes no such file, though the product does; absent: it takes what the product takes. */
  fileFault?(tx: Transaction, record: AttachableRecord, file: AttachableFile): Promise<Refusal | null>;
}

/** The kinds of all modules. */
export type Attachables = ReadonlyMap<AttachableEntity, Attachable>;

/** What a kind of record declares. Every kind that has a name is declared. */
export const attachableOf = (attachables: Attachables, { entity }: AttachedTo): Attachable =>
  attachables.get(entity) as Attachable;

/** The record if the principal can change its attachments. */
export function changeable(record: AttachableRecord | null): Result<AttachableRecord> {
  if (!record) return refused({ code: 'not.found' });
  return record.fault ? refused({ code: record.fault }) : accepted(record);
}
