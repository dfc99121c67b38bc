import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { newId } from '../../core/secrets/ids';
import { keyedHash } from '../../core/secrets/keys';
import { now } from '../../core/server/clock';

/** The number of consecutive misses before a registration is locked (CD.34). */
export const MISSES_BEFORE_LOCK = 3;
/** A lock without a company can't be cleared by an administrator; it ends by itself. */
const NOBODYS_LOCK_HOURS = 24;

/** A subject for which misses are counted: the account number, the e-mail address. */
export interface Subject {
  subject: 'account' | 'email';
  hash: Uint8Array<ArrayBuffer>;
  /** Identifies it to an administrator: the address, or the last four digits. */
  label: string;
  /** Its place, if the details identify one. */
  place: { issuerId: string; nodeId: string } | null;
}

/** The hash under which an e-mail address is counted. */
export const emailHash = (email: string) =>
  new Uint8Array(keyedHash('registration', `email\0${email.trim().toLowerCase()}`));

const lapsed = () => new Date(now().getTime() - NOBODYS_LOCK_HOURS * 3_600_000);

/** Always in this order, to avoid a deadlock between two registrations. */
const inOrder = (subjects: readonly Subject[]) =>
  [...subjects].sort((one, other) => one.subject.localeCompare(other.subject));

const lockedRow = z.strictObject({ locked: z.boolean() });

/**
 * Whether any of the subjects is locked. Counted subjects are locked until the commit, so that concurrent tries can't
 * exceed three misses.
 */
export async function isLocked(tx: Transaction, subjects: readonly Subject[]): Promise<boolean> {
  let locked = false;
  for (const { subject, hash } of inOrder(subjects)) {
    const rows = await readRows(tx, lockedRow)`
      SELECT locked_at IS NOT NULL AND (node_id IS NOT NULL OR locked_at > ${lapsed()}) AS locked FROM registration_locks
      WHERE subject = ${subject}::registration_subject AND subject_hash = ${hash} FOR UPDATE`;
    if (rows[0]?.locked) locked = true;
  }
  return locked;
}

/** Counts a miss for each subject, whether it exists or not; true if one of them is locked now. */
export async function countMiss(tx: Transaction, subjects: readonly Subject[]): Promise<boolean> {
  let locked = false;
  const at = now();
  for (const { subject, hash, label, place } of inOrder(subjects)) {
    const rows = await readRows(tx, lockedRow)`
      INSERT INTO registration_locks AS l (id, subject, subject_hash, misses, last_missed_at, issuer_id, node_id, label)
      VALUES (${newId()}::uuid, ${subject}::registration_subject, ${hash}, 1, ${at}, ${place?.issuerId ?? null}::uuid, ${place?.nodeId ?? null}::uuid, ${label})
      ON CONFLICT (subject, subject_hash) DO UPDATE SET
        misses = CASE WHEN l.locked_at IS NULL THEN l.misses + 1
          WHEN l.node_id IS NULL AND l.locked_at <= ${lapsed()} THEN 1 ELSE l.misses END,
        locked_at = CASE WHEN l.locked_at IS NULL AND l.misses + 1 >= ${MISSES_BEFORE_LOCK} THEN ${at}::timestamptz
          WHEN l.node_id IS NULL AND l.locked_at <= ${lapsed()} THEN NULL ELSE l.locked_at END,
        last_missed_at = ${at},
        issuer_id = CASE WHEN l.locked_at IS NULL THEN coalesce(EXCLUDED.issuer_id, l.issuer_id) ELSE l.issuer_id END,
        node_id = CASE WHEN l.locked_at IS NULL THEN coalesce(EXCLUDED.node_id, l.node_id) ELSE l.node_id END
      RETURNING locked_at IS NOT NULL AS locked`;
    if (rows[0]?.locked) locked = true;
  }
  return locked;
}

/** Resets the misses of matched subjects. */
export async function forgetMisses(tx: Transaction, subjects: readonly Subject[]): Promise<void> {
  for (const { subject, hash } of inOrder(subjects))
    await tx.registrationLock.deleteMany({ where: { subject, subjectHash: hash } });
}
