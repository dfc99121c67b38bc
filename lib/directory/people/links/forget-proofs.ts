import { database } from '../../../core/database/database';
import { now } from '../../../core/server/clock';

/** Forgets what was proved towards links that were never finished. */
export async function forgetProofs(): Promise<void> {
  await database().userLinkProof.deleteMany({ where: { expiresAt: { lt: now() } } });
}
