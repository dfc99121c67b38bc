import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import type { Origin } from '../../core/audit/audit';
import { database, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { type Result, refused } from '../../core/entry/refusal';
import { userName } from '../../directory/people/reads/user-name';
import { isIssuer } from '../../directory/structure/reads/issuers';
import { UNFINISHED_JOBS } from '../jobs/reads/unfinished';
import { startJob } from '../jobs/start-job';
import { chosenIssuer, seesWhole } from './scope';

/** The kind of the job that verifies a chain. */
export const VERIFICATION = 'audit.verification';

/** Whether a principal may verify an issuer's chain: all of the issuer must be in scope. */
export function mayVerify(principal: Principal, issuerId: string): boolean {
  return may(principal, 'audit', 'view') && seesWhole(principal, issuerId);
}

/** Starts the verification of an issuer's chain in the background and returns the job's id. Refuses while one runs. */
export async function askVerification(
  principal: Principal,
  asked: string | undefined,
  origin: Origin
): Promise<Result<string>> {
  const issuerId = chosenIssuer(principal, asked);
  if (issuerId === null || !mayVerify(principal, issuerId)) return refused({ code: 'not.found' });
  const payload = { issuerId, origin: { ...origin, accessor: principal.accessor } };
  return transaction(async (tx) => {
    // A principal who sees everything may name an issuer that doesn't exist.
    if (!(await isIssuer(tx, issuerId))) return refused({ code: 'not.found' });
    return startJob(tx, principal, { kind: VERIFICATION, nodeId: principal.issuerId, payload });
  });
}

const runningRow = z.strictObject({
  jobId: z.string(),
  ownerUserId: z.string(),
  done: z.number(),
  total: z.number().nullable()
});

const lastRow = z.strictObject({
  finishedAt: z.date(),
  verifier: z.string(),
  broken: z.bigint().nullable(),
  sequence: z.bigint()
});

export interface VerificationState {
  /** The running verification, if any. */
  running: z.infer<typeof runningRow> | null;
  /** The last result. */
  last: z.infer<typeof lastRow> | null;
}

/** The state of an issuer's verification; null if the issuer isn't wholly in scope. */
export async function verificationState(principal: Principal, issuerId: string): Promise<VerificationState | null> {
  if (!mayVerify(principal, issuerId)) return null;
  // In this order: a job that has ended before this query has already stored its result.
  const running = await readRows(database(), runningRow)`
    SELECT id AS "jobId", owner_user_id AS "ownerUserId", done, total FROM ${UNFINISHED_JOBS} j
    WHERE kind = ${VERIFICATION} AND payload->>'issuerId' = ${issuerId}
    ORDER BY created_at LIMIT 1`;
  const last = await readRows(database(), lastRow)`
    SELECT v.finished_at AS "finishedAt", ${userName(Prisma.sql`v.verifier_issuer_id`, Prisma.sql`v.verifier_user_id`)} AS verifier,
      v.broken_sequence AS broken, v.whole_sequence AS sequence
    FROM audit_verifications v
    WHERE v.issuer_id = ${issuerId}::uuid`;
  return { running: running[0] ?? null, last: last[0] ?? null };
}
