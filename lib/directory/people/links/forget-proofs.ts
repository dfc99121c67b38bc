import { database } from '../../../core/database/database';
import { now } from '../../../core/server/clock';

/** Forgets what was proved towards links that were never finished. */
export async function forgetProofs(): Promise<void> {
  await database().$executeRaw`DELETE FROM user_link_proofs WHERE expires_at < ${now()}`;
}
