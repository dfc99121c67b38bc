import { z } from 'zod';
import { appendAudit, originSchema } from '../../core/audit/audit';
import { AUDIT_ENTRIES } from '../../core/audit/entries';
import { database, transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { accepted } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import type { Job, JobHandler } from '../jobs/job-run';

/** The payload of the job. */
export const verificationPayload = z.object({ issuerId: z.guid(), origin: originSchema });
type VerificationPayload = z.output<typeof verificationPayload>;

/** The number of entries in one query, which takes some tenths of a second. */
const STEP = 10_000;

/** A position in a chain: all entries up to it are valid. */
type ChainPosition = {
  sequence: string;
  /** Hexadecimal. */
  hash: string;
};

/** Before the first entry; the hash is that of an empty text. */
const BEGINNING: ChainPosition = {
  sequence: '0',
  hash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
};

interface Step {
  /** The first invalid entry. */
  broken: bigint | null;
  /** The position up to which the chain is valid. */
  place: ChainPosition;
  ended: boolean;
  /** The number of the chain's last entry. */
  head: bigint;
}

const stepRow = z.strictObject({
  broken: z.bigint().nullable(),
  checked: z.number(),
  lastSequence: z.bigint().nullable(),
  lastHash: z.string().nullable(),
  headSequence: z.bigint(),
  headHash: z.string()
});

async function nextStep(issuerId: string, place: ChainPosition): Promise<Step> {
  const [row] = await readRows(database(), stepRow)`
    SELECT broken_sequence AS broken, checked, last_sequence AS "lastSequence", encode(last_hash, 'hex') AS "lastHash",
      head_sequence AS "headSequence", encode(head_hash, 'hex') AS "headHash"
    FROM verify_audit_entries(${issuerId}::uuid, ${place.sequence}::text::bigint, decode(${place.hash}, 'hex'), ${STEP}::int)`;
  const { broken, checked, lastSequence, lastHash, headSequence: head, headHash } = row as z.infer<typeof stepRow>;
  if (broken !== null) return { broken, place, ended: true, head };
  const next = lastSequence === null ? place : { sequence: String(lastSequence), hash: lastHash as string };
  if (checked === STEP) return { broken: null, place: next, ended: false, head };
  // The end must match the chain's head, else entries were cut off.
  const whole = next.sequence === String(head) && next.hash === headHash;
  return { broken: whole ? null : head, place: next, ended: true, head };
}

const lostRow = z.strictObject({ sequence: z.bigint() });

/** The entry up to which an earlier verification succeeded, if it no longer exists: the chain was rebuilt. */
async function remembered(issuerId: string): Promise<bigint | null> {
  const [lost] = await readRows(database(), lostRow)`
    SELECT whole_sequence AS sequence FROM audit_verifications v
    WHERE v.issuer_id = ${issuerId}::uuid AND v.whole_sequence > 0 AND NOT EXISTS (
      SELECT 1 FROM ${AUDIT_ENTRIES} e
      WHERE e.issuer_id = v.issuer_id AND e.sequence = v.whole_sequence AND e.hash = v.whole_hash)`;
  return lost?.sequence ?? null;
}

/** The job that verifies a chain from its first entry in steps; after a takeover it continues. */
export const verifyChain: JobHandler<VerificationPayload> = async (run) => {
  const { issuerId } = run.job.payload;
  let place = (run.checkpoint.place as ChainPosition | undefined) ?? BEGINNING;
  for (;;) {
    const step = await nextStep(issuerId, place);
    place = step.place;
    await run.save({ done: Number(place.sequence), total: Number(step.head), checkpoint: { place } });
    if (!step.ended) continue;
    const broken = step.broken ?? (await remembered(issuerId));
    await keepResult(run.job, issuerId, place, broken);
    return accepted({ issuerId, entries: Number(place.sequence), broken: broken === null ? null : Number(broken) });
  }
};

/** Stores the result and audits the verification. */
function keepResult(
  { payload, ...job }: Job<VerificationPayload>,
  issuerId: string,
  place: ChainPosition,
  broken: bigint | null
): Promise<void> {
  return transaction(async (tx) => {
    await tx.$executeRaw`
      INSERT INTO audit_verifications AS v
        (issuer_id, finished_at, verifier_issuer_id, verifier_user_id, broken_sequence, whole_sequence, whole_hash)
      VALUES (${issuerId}::uuid, ${now()}, ${job.issuerId}::uuid, ${job.ownerUserId}::uuid, ${broken},
        ${place.sequence}::text::bigint, decode(${place.hash}, 'hex'))
      ON CONFLICT (issuer_id) DO UPDATE SET finished_at = EXCLUDED.finished_at,
        verifier_issuer_id = EXCLUDED.verifier_issuer_id, verifier_user_id = EXCLUDED.verifier_user_id,
        broken_sequence = EXCLUDED.broken_sequence,
        whole_sequence = CASE WHEN EXCLUDED.broken_sequence IS NULL THEN EXCLUDED.whole_sequence ELSE v.whole_sequence END,
        whole_hash = CASE WHEN EXCLUDED.broken_sequence IS NULL THEN EXCLUDED.whole_hash ELSE v.whole_hash END`;
    await appendAudit(tx, payload.origin, {
      issuerId,
      actorUserId: job.ownerUserId,
      action: 'audit.verified',
      entity: 'audit',
      nodeId: issuerId,
      details: { entries: Number(place.sequence), ...(broken !== null && { broken: Number(broken) }) }
    });
  });
}
