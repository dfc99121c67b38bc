import { generateSync } from 'otplib';
import { database, type Transaction } from '../../core/database/database';
import type { HardwareTokenStatus } from '../../core/database/prisma/client';
import { decrypt } from '../../core/secrets/encryption';
import { now } from '../../core/server/clock';
import type { Account } from '../account/accounts';
import { type HashTurn, renewedHash, verifyPassword } from '../password/password-hash';

/** A token by PD.16: OATH TOTP (RFC 6238), 8 digits, 30 s. */
export const TOKEN_DIGITS = 8;
export const TOKEN_PERIOD_SECONDS = 30;
/** The allowed clock difference in steps: at sign-in, and for resynchronization (PD.16, PD.17). */
const WINDOW = 1;
const RESYNC_WINDOW = 10;
/** The second code of a resynchronization is the next one, or the one after it. */
const RESYNC_GAP = 3;

export interface Token {
  issuerId: string;
  id: string;
  userId: string;
  status: HardwareTokenStatus;
  algorithm: 'SHA1' | 'SHA256';
  seed: Buffer;
  pinHash: string | null;
  driftSteps: number;
  lastAcceptedStep: bigint | null;
}

/** The place to which a token's seed is bound (lib/core/secrets/encryption.ts). */
export const seedPlace = (issuerId: string, tokenId: string) => `token/${issuerId}/${tokenId}`;

/** The owner of a token, to whom its PIN's hash is bound. */
export const ownerOf = ({ issuerId, userId }: Token) => ({ issuerId, id: userId });

/** The unrevoked token of a user. */
export async function tokenOf(account: Pick<Account, 'issuerId' | 'id'>): Promise<Token | undefined> {
  const storedToken = await database().hardwareToken.findFirst({
    where: { issuerId: account.issuerId, userId: account.id, status: { not: 'revoked' } },
    select: {
      issuerId: true,
      id: true,
      userId: true,
      status: true,
      algorithm: true,
      seedEncrypted: true,
      pinHash: true,
      driftSteps: true,
      lastAcceptedStep: true
    }
  });
  if (!storedToken) return undefined;
  const { seedEncrypted, ...token } = storedToken;
  return { ...token, seed: decrypt('token-seed', seedEncrypted, seedPlace(token.issuerId, token.id)) };
}

/** The code of a time step, 8 digits (RFC 4226, RFC 6238). */
export function codeOf(token: Pick<Token, 'seed' | 'algorithm'>, step: number): string {
  return generateSync({
    strategy: 'hotp',
    secret: token.seed,
    algorithm: token.algorithm === 'SHA1' ? 'sha1' : 'sha256',
    digits: TOKEN_DIGITS,
    counter: step
  });
}

/** The number of whole 30-second steps since 1970 (RFC 6238 section 4.2). */
export function stepAt(instant: Date): number {
  return Math.floor(instant.getTime() / 1000 / TOKEN_PERIOD_SECONDS);
}

/** Adds (or with -1 takes away) a PIN to the last four digits, each modulo 10 (PD.16). */
export function withPin(code: string, pin: string, sign: 1 | -1 = 1): string {
  const last = Array.from(
    pin,
    (digit, at) => (((Number(code[TOKEN_DIGITS - 4 + at]) + sign * Number(digit)) % 10) + 10) % 10
  );
  return code.slice(0, TOKEN_DIGITS - 4) + last.join('');
}

export interface Match {
  step: number;
  /** The difference of the token's clock from the expected one, in steps. */
  offset: number;
}

/**
 * The match of a passcode. Its first four digits are the code's own and identify the step; the difference of the last
 * four
 * is the PIN, which is compared by its hash. The work is the same whether it matches or not.
 * @throws HashingBusy
 */
export async function matchPasscode(passcode: string, token: Token | undefined, turn: HashTurn): Promise<Match | null> {
  const typed = /^\d{8}$/.test(passcode) ? passcode : '00000000';
  const passcodeMatch = token?.pinHash ? findStep(typed, token) : undefined;
  const hash = passcodeMatch ? (token?.pinHash ?? undefined) : undefined;
  const pinRight = await verifyPassword(passcodeMatch?.pin ?? '0000', hash, token && ownerOf(token), turn);
  if (!token?.pinHash || !passcodeMatch || !pinRight || typed !== passcode) return null;
  await renewPin(token, token.pinHash, passcodeMatch.pin, turn);
  return passcodeMatch;
}

async function renewPin(token: Token, pinHash: string, pin: string, turn: HashTurn): Promise<void> {
  const { issuerId, id } = token;
  const hash = await renewedHash(pin, pinHash, ownerOf(token), turn);
  if (hash === null) return;
  await database().hardwareToken.updateMany({ where: { issuerId, id, pinHash }, data: { pinHash: hash } });
}

function findStep(typed: string, token: Token): (Match & { pin: string }) | undefined {
  const middle = stepAt(now()) + token.driftSteps;
  const offsets = Array.from({ length: 2 * RESYNC_WINDOW + 1 }, (_, at) => at - RESYNC_WINDOW);
  return offsets
    .map((offset) => ({ offset, step: middle + offset, code: codeOf(token, middle + offset) }))
    .filter(({ code }) => code.slice(0, 4) === typed.slice(0, 4))
    .sort((a, b) => Math.abs(a.offset) - Math.abs(b.offset))
    .map(({ offset, step, code }) => ({
      offset,
      step,
      pin: withPin(`0000${typed.slice(4)}`, code.slice(4), -1).slice(4)
    }))[0];
}

/**
 * Accepts a match once: a code of the same or an earlier step never passes again (RFC 6238 section 5.2). A match far
 * from the token's clock requires the next code (PD.17); a new PIN stays due.
 */
export async function acceptMatch(
  tx: Transaction,
  token: Token,
  match: Match
): Promise<'accepted' | 'drifted' | 'replayed'> {
  // The clock of an unused token is unknown; its first code sets it.
  const near = Math.abs(match.offset) <= WINDOW || token.lastAcceptedStep === null;
  const drift = token.driftSteps + match.offset;
  const accepted = await tx.$executeRaw`
    UPDATE hardware_tokens SET last_accepted_step = ${match.step},
      drift_steps = CASE WHEN ${near} THEN ${drift}::int ELSE drift_steps END,
      status = CASE WHEN NOT ${near} AND status = 'active' THEN 'next_token'::hardware_token_status
        WHEN ${near} AND status = 'next_token' THEN 'active'::hardware_token_status ELSE status END
    WHERE issuer_id = ${token.issuerId}::uuid AND id = ${token.id}::uuid AND status <> 'revoked'
      AND (last_accepted_step IS NULL OR last_accepted_step < ${match.step})`;
  if (accepted !== 1) return 'replayed';
  return near ? 'accepted' : 'drifted';
}

/**
 * Accepts the second of two consecutive codes, and sets the token's clock from it (RFC 4226 section 7.4). False if it
 * doesn't follow the first.
 */
export async function resynchronize(tx: Transaction, token: Token, match: Match): Promise<boolean> {
  const drift = token.driftSteps + match.offset;
  const resynchronized = await tx.$executeRaw`
    UPDATE hardware_tokens SET last_accepted_step = ${match.step}, drift_steps = ${drift}::int,
      status = CASE WHEN status = 'next_token' THEN 'active'::hardware_token_status ELSE status END
    WHERE issuer_id = ${token.issuerId}::uuid AND id = ${token.id}::uuid AND status IN ('new_pin', 'next_token')
      AND last_accepted_step BETWEEN ${match.step - RESYNC_GAP} AND ${match.step - 1}`;
  return resynchronized === 1;
}
