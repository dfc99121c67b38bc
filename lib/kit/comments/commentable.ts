import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import type { Transaction } from '../../core/database/database';
import type { Prisma } from '../../core/database/prisma/client';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import type { TextKey } from '../../core/language/text-key';
import { COMMENTABLE_ENTITIES } from './generated/entities';

export const commentableEntity = z.enum(COMMENTABLE_ENTITIES);

/** A kind of record that carries comments, as the audit names it. */
export type CommentableEntity = z.infer<typeof commentableEntity>;

/** The record of a comment. */
export interface CommentedOn {
  entity: CommentableEntity;
  id: string;
}

/** A record that the principal sees, as its comments depend on it. */
export interface CommentableRecord {
  issuerId: string;
  /** Its place in the structure, for the audit. */
  nodeId: string;
  /** The reason that the principal can't comment on it, as a message key; null if they can. */
  fault: TextKey | null;
  /** The condition that user `u` sees the record: only these are offered and mentioned. */
  readers: Prisma.Sql;
  /** Its page, to which the notices of mentions lead; without one, nobody is told. */
  page?: `/workspace/${string}`;
}

/** How a module offers a kind of its records for comments. It deletes them with the record by `forgetComments`. */
export interface Commentable {
  /** The record if the principal sees it, else null. */
  find(tx: Transaction, principal: Principal, id: string): Promise<CommentableRecord | null>;
  /** Does the same and locks the record until the transaction ends, so that no comment is left without it. */
  hold(tx: Transaction, principal: Principal, id: string): Promise<CommentableRecord | null>;
}

/** The kinds of all modules. */
export type Commentables = ReadonlyMap<CommentableEntity, Commentable>;

/** What a kind of record declares. Every kind that has a name is declared. */
export const commentableOf = (commentables: Commentables, { entity }: CommentedOn): Commentable =>
  commentables.get(entity) as Commentable;

/** The reason that the principal can't comment on a record, or null: nobody speaks in another's name (C6.018). */
export function commentFault(record: CommentableRecord | null, { accessor }: Principal): TextKey | null {
  if (accessor) return 'access.as.user.closed';
  return record ? record.fault : 'not.found';
}

/** The record if the principal can comment on it. */
export function open(record: CommentableRecord | null, principal: Principal): Result<CommentableRecord> {
  const fault = commentFault(record, principal);
  return record && !fault ? accepted(record) : refused({ code: fault ?? 'not.found' });
}
