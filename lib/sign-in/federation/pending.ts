import { z } from 'zod';
import { database, type Transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { decrypt, encrypt } from '../../core/secrets/encryption';
import { secretHash } from '../../core/secrets/keys';
import { now } from '../../core/server/clock';

const MINUTES = 10;

/** A sign-in at the provider, as stored on this server. */
export interface PendingSignIn {
  providerId: string;
  /** The address for the answer: it must arrive at the host that sent the request. */
  callback: string;
  /** The values that the answer must contain: nonce and PKCE verifier, or the id of the SAML request. */
  expected: Record<string, string>;
  /** The browser's previous session, which ends when another opens. A cross-site post doesn't include it. */
  oldSession: string | undefined;
}

const placeOf = (state: string) => `federated_sign_in/${secretHash(state).toString('hex')}`;

/** Stores a sign-in for ten minutes, for the browser that holds `browser` and the answer with `state`. */
export async function keepPending(state: string, browser: string, pending: PendingSignIn): Promise<void> {
  const sealed = encrypt('federation', Buffer.from(JSON.stringify(pending)), placeOf(state));
  await database().federatedSignIn.create({
    data: {
      stateHash: secretHash(state),
      browserHash: secretHash(browser),
      providerId: pending.providerId,
      sealed,
      expiresAt: new Date(now().getTime() + MINUTES * 60_000)
    }
  });
}

const pendingRow = z.strictObject({ sealed: z.instanceof(Uint8Array), live: z.boolean() });

/** Takes a sign-in once: null if it is unknown, another browser's, expired, or taken already. */
export async function takePending(state: string, browser: string): Promise<PendingSignIn | null> {
  const rows = await readRows(database(), pendingRow)`
    DELETE FROM federated_sign_ins
    WHERE state_hash = ${secretHash(state)} AND browser_hash = ${secretHash(browser)}
    RETURNING sealed, expires_at > ${now()}::timestamptz AS live`;
  const [row] = rows;
  if (!row?.live) return null;
  return JSON.parse(decrypt('federation', row.sealed, placeOf(state)).toString('utf8'));
}

/** Marks an assertion as used; false if it was used before. */
export async function spendAssertion(
  tx: Transaction,
  providerId: string,
  { id, expiresAt }: { id: string; expiresAt: Date }
): Promise<boolean> {
  const { count } = await tx.spentAssertion.createMany({
    data: [{ providerId, assertionHash: secretHash(id), expiresAt }],
    skipDuplicates: true
  });
  return count === 1;
}
