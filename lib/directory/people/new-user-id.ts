import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { settingValue } from '../../access/settings/setting-value';
import type { Transaction } from '../../core/database/database';
import { Busy } from '../../core/entry/refusal';
import { userIdKey } from '../../sign-in/account/user-id';
import { latinLetters } from './transliterate';

const LEAST = 6;
const MOST_DIGITS = 10;

/**
 * A new user id (C5.005, C9.004): only ASCII letters and digits, so that no two look alike. Existing ids may differ.
 */
export const newUserIdSchema = z
  .string('required')
  .trim()
  .min(1, 'required')
  .max(80, 'too.long')
  .superRefine((userId, context) => {
    const fault = userId && userIdFault(userId);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  });

/** The message key of the rule that a new user id violates, or null. */
export function userIdFault(userId: string): string | null {
  if (/^\d[\d -]{10,}\d$/.test(userId) && /^\d{12,19}$/.test(userId.replace(/[ -]/g, ''))) return 'user.id.card.number';
  if (/\s/u.test(userId)) return 'user.id.spaces';
  if (!/^[A-Za-z0-9]*$/.test(userId)) return 'user.id.special.characters';
  if (userId.length < LEAST) return 'user.id.short';
  return (userId.match(/\d/g)?.length ?? 0) > MOST_DIGITS ? 'user.id.digits' : null;
}

/** The number of digits in each round; a prefix of three digits leaves room for seven. */
const ROUNDS = [4, 5, 6, 7, 7];
const TRIED_AT_ONCE = 16;

/**
 * Generates a free user id: the prefix of the company or issuer (C5.007), letters of the name, and four digits, or more
 * if many users share the letters. @throws Busy if no round finds a free one
 */
export async function generateUserId(
  tx: Transaction,
  place: { issuerId: string; companyId: string | null },
  { firstName, lastName }: { firstName: string; lastName: string }
): Promise<string> {
  const prefix = (await settingValue(tx, place, 'user.id.prefix')) ?? '';
  const letters = `${latinLetters(firstName).slice(0, 1)}${latinLetters(lastName).slice(0, 10)}` || 'user';
  for (const digits of ROUNDS) {
    const userId = await freeOf(tx, randomIds(`${prefix}${letters.padEnd(2, 'x')}`, digits));
    // Only an id that looked free is locked; another transaction may have taken it in between.
    if (userId && !(await isTaken(tx, userId))) return userId;
  }
  throw new Busy('no user id is free', 5);
}

const randomIds = (letters: string, digits: number): string[] =>
  Array.from({ length: TRIED_AT_ONCE }, () => `${letters}${String(randomInt(10 ** digits)).padStart(digits, '0')}`);

/** The first free user id of these. */
async function freeOf(tx: Transaction, userIds: string[]): Promise<string | undefined> {
  const rows = await tx.userDirectory.findMany({
    where: { userIdKey: { in: userIds.map(userIdKey) } },
    select: { userIdKey: true }
  });
  const taken = new Set(rows.map((row) => row.userIdKey));
  return userIds.find((userId) => !taken.has(userIdKey(userId)));
}

/** Whether a user id is in use in any issuer. If not, it is locked until the commit, so that two users can't get it. */
export async function isTaken(tx: Transaction, userId: string): Promise<boolean> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${`user-id/${userIdKey(userId)}`}))`;
  return (await tx.userDirectory.findUnique({ where: { userIdKey: userIdKey(userId) } })) !== null;
}
