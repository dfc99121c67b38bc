import { daysLater } from '../../core/calendar/days';
import { database, type Transaction } from '../../core/database/database';
import { newId, newSecretToken } from '../../core/secrets/ids';
import { keyedHash, secretHash } from '../../core/secrets/keys';
import { now } from '../../core/server/clock';
import type { Account } from '../account/accounts';

/** How long a browser is recognized. */
export const RECOGNIZED_DAYS = 30;
/** The maximum number of a user's browsers; a new one replaces the oldest. */
const MOST = 10;

/** A newly recognized browser, with the name and value of its cookie. */
export interface Recognition {
  cookie: string;
  value: string;
}

type Owner = Pick<Account, 'issuerId' | 'id'>;

/** The cookie that recognizes a user's browser; users who share a browser have one each. */
export function recognitionCookie({ id }: Pick<Account, 'id'>): string {
  return `tessera-recognized-${keyedHash('log-subject', `recognized\0${id}`).toString('hex').slice(0, 12)}`;
}

/** Recognizes the browser of a user who has just answered the challenge question. */
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
      expiresAt: daysLater(at, RECOGNIZED_DAYS)
    }
  });
  await tx.$executeRaw`
    DELETE FROM recognized_browsers WHERE issuer_id = ${issuerId}::uuid AND user_id = ${userId}::uuid AND id NOT IN (
      SELECT id FROM recognized_browsers WHERE issuer_id = ${issuerId}::uuid AND user_id = ${userId}::uuid
      ORDER BY id DESC LIMIT ${MOST})`;
  return { cookie: recognitionCookie({ id: userId }), value };
}

/** Whether the user has had this browser recognized. */
export async function isRecognized({ issuerId, id: userId }: Owner, value: string | undefined): Promise<boolean> {
  if (!value) return false;
  const browser = await database().recognizedBrowser.findFirst({
    where: { issuerId, userId, browserHash: secretHash(value), expiresAt: { gt: now() } },
    select: { id: true }
  });
  return browser !== null;
}

/** Deletes all recognized browsers of a user after a recovery or a new enrolment. */
export async function forgetBrowsers(tx: Transaction, { issuerId, id: userId }: Owner): Promise<void> {
  await tx.recognizedBrowser.deleteMany({ where: { issuerId, userId } });
}
