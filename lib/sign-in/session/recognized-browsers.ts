import { database, type Transaction } from '../../core/database/database';
import { newId, newSecretToken } from '../../core/secrets/ids';
import { keyedHash, secretHash } from '../../core/secrets/keys';
import { now } from '../../core/server/clock';
import type { Account } from '../account/accounts';

/** How long a browser is recognized. */
export const RECOGNIZED_DAYS = 30;
/** Browsers of one user at a time; the oldest gives way. */
const MOST = 10;

/** A browser that is recognized from now on, by a cookie of this name and value. */
export interface Recognition {
  cookie: string;
  value: string;
}

type Owner = Pick<Account, 'issuerId' | 'id'>;

/** The cookie that a user's browser is recognized by: people who share a browser have one each. */
export function recognitionCookie({ id }: Pick<Account, 'id'>): string {
  return `tessera-recognized-${keyedHash('log-subject', `recognized\0${id}`).toString('hex').slice(0, 12)}`;
}

/** Recognizes the browser of somebody who has just answered their challenge question. */
export async function recognize(tx: Transaction, { issuerId, id: userId }: Owner): Promise<Recognition> {
  const value = newSecretToken();
  const at = now();
  await tx.recognizedBrowser.create({
    data: {
      issuerId,
      id: newId(),
      userId,
      browserHash: secretHash(value),
      recognizedAt: at,
      expiresAt: new Date(at.getTime() + RECOGNIZED_DAYS * 86_400_000)
    }
  });
  await tx.$executeRaw`
    DELETE FROM recognized_browsers WHERE issuer_id = ${issuerId}::uuid AND user_id = ${userId}::uuid AND id NOT IN (
      SELECT id FROM recognized_browsers WHERE issuer_id = ${issuerId}::uuid AND user_id = ${userId}::uuid
      ORDER BY id DESC LIMIT ${MOST})`;
  return { cookie: recognitionCookie({ id: userId }), value };
}

/** Whether a browser is one that the user asked to be recognized in. */
export async function isRecognized({ issuerId, id: userId }: Owner, value: string | undefined): Promise<boolean> {
  if (!value) return false;
  const found = await database().recognizedBrowser.findFirst({
    where: { issuerId, userId, browserHash: secretHash(value), expiresAt: { gt: now() } },
    select: { id: true }
  });
  return found !== null;
}

/** Forgets every browser of a user: the password was recovered, or the enrolment is another now. */
export async function forgetBrowsers(tx: Transaction, { issuerId, id: userId }: Owner): Promise<void> {
  await tx.recognizedBrowser.deleteMany({ where: { issuerId, userId } });
}
