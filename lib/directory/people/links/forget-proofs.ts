import { database } from '../../../core/database/database';
import { now } from '../../../core/server/clock';

/** Deletes the proofs of links that were never completed. */
export async function forgetProofs(): Promise<void> {
  await database().userLinkProof.deleteMany({ where: { expiresAt: { lt: now() } } });
}
