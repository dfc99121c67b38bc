import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import Piscina from 'piscina';
import { Busy } from '../../core/entry/refusal';
import { keyedHash, keyFor } from '../../core/secrets/keys';
import { config } from '../../core/server/config';
import { limitKey } from '../../core/server/rate-limit';
import { FairQueue } from './fair-queue';

/** More sign-ins wait than the cores can hash. What is asked to wait is the time a full queue takes to empty, and a little. */
export class HashingBusy extends Busy {
  constructor() {
    super('the password hash queue is full', 5);
  }
}

/** Whom a hash belongs to. It is bound to the ids, which never change, so that copied to another user it verifies nothing. */
export interface HashOwner {
  issuerId: string;
  id: string;
}

/** In whose turn hashing waits for a thread: addresses take turns. */
export interface HashTurn {
  address: string;
  /** What has one verification waiting at most, whatever the address: the alias that is signed in to. */
  alias?: string;
}

interface Hashing {
  pool: Piscina;
  queue: FairQueue;
  /** What waits or runs, so that closing can wait for it. */
  work: Set<Promise<unknown>>;
  running: number;
}

const place = globalThis as typeof globalThis & { tesseraHashing?: Hashing; tesseraDummyHash?: Promise<string> };

/**
 * Threads that do nothing but bcrypt: as many as cores, at low priority, so that pages stay quick while
 * sign-ins take every idle cycle; with a queue that ends.
 */
function hashing(): Hashing {
  place.tesseraHashing ??= {
    pool: new Piscina({
      filename: join(process.cwd(), 'lib/sign-in/password/password-hash-worker.mjs'),
      minThreads: config().PASSWORD_HASH_THREADS,
      maxThreads: config().PASSWORD_HASH_THREADS,
      maxQueue: 'auto',
      niceIncrement: 4
    }),
    queue: new FairQueue(config().PASSWORD_HASH_QUEUE),
    work: new Set(),
    running: 0
  };
  return place.tesseraHashing;
}

/** How many verifications wait for a thread now. */
export function hashQueueLength(): number {
  return place.tesseraHashing?.queue.size ?? 0;
}

/** Ends the threads when their work is done. */
export async function closeHashing(): Promise<void> {
  const closing = place.tesseraHashing;
  while (closing?.work.size) await Promise.allSettled(closing.work);
  await closing?.pool.close();
  place.tesseraHashing = undefined;
}

const laneOf = ({ address, alias }: HashTurn) => ({ lane: limitKey(address), subject: alias });

/** Whether a verification asked for now would be refused. */
export function isHashingBusy(turn: HashTurn): boolean {
  return hashing().queue.wouldRefuse(laneOf(turn));
}

interface Task {
  peppered: string;
  hash?: string;
  cost: number;
}

function run<T>(task: Task, turn: HashTurn): Promise<T> {
  const { queue, work } = hashing();
  const result = new Promise<T>((resolve, reject) => {
    const start = () => void runNow<T>(task).then(resolve, reject);
    const refuse = () => reject(new HashingBusy());
    if (hashing().running < config().PASSWORD_HASH_THREADS) start();
    else if (!queue.offer({ ...laneOf(turn), start, refuse })) refuse();
  });
  work.add(result);
  const done = () => void work.delete(result);
  result.then(done, done);
  return result;
}

/** Runs on a free thread, and lets what waits follow. */
async function runNow<T>(task: Task): Promise<T> {
  const threads = hashing();
  threads.running += 1;
  try {
    return await threads.pool.run(task);
  } finally {
    threads.running -= 1;
    threads.queue.take()?.start();
  }
}

/** What marks a hash that is bound to its user; those from before are not. */
const BOUND = 'user:';

/** bcrypt cuts at 72 bytes and at a zero byte: it gets 44 characters made from the whole password, its user and the pepper. */
function peppered(password: string, { issuerId, id }: HashOwner): string {
  return createHmac('sha256', keyFor('user-password-pepper'))
    .update(`${issuerId}\0${id}\0${password}`, 'utf8')
    .digest('base64');
}

/** The same for hashes from before they were bound to their user. */
function pepperedAlone(password: string): string {
  return keyedHash('password-pepper', password).toString('base64');
}

/** The hash of a password, PIN or answer of a user, at the configured cost. @throws HashingBusy */
export async function hashPassword(password: string, owner: HashOwner, turn: HashTurn): Promise<string> {
  const hash = await run<string>({ peppered: peppered(password, owner), cost: config().PASSWORD_HASH_COST }, turn);
  return BOUND + hash;
}

/**
 * Whether the password has this hash, as its owner's. Without a hash (an unknown user id) it works as long on a
 * dummy of the same cost, and says no (PD.2). @throws HashingBusy
 */
export async function verifyPassword(
  password: string,
  hash: string | undefined,
  owner: HashOwner | undefined,
  turn: HashTurn
): Promise<boolean> {
  const cost = config().PASSWORD_HASH_COST;
  const dummy = await dummyHash(cost);
  const isBound = hash === undefined || hash.startsWith(BOUND);
  const input = isBound ? peppered(password, owner ?? NOBODY) : pepperedAlone(password);
  const matches = await run<boolean>({ peppered: input, hash: hash?.replace(BOUND, '') ?? dummy, cost }, turn);
  return hash !== undefined && matches;
}

const NOBODY: HashOwner = { issuerId: '', id: '' };

/** Made once a process; a first try that found the queue full is forgotten. */
function dummyHash(cost: number): Promise<string> {
  const task = { peppered: 'no password has this hash', cost };
  place.tesseraDummyHash ??= run<string>(task, { address: '127.0.0.1' }).catch((error) => {
    place.tesseraDummyHash = undefined;
    throw error;
  });
  return place.tesseraDummyHash;
}

/** Starts the threads before the first sign-in needs them. */
export async function warmHashing(): Promise<void> {
  await dummyHash(config().PASSWORD_HASH_COST);
}

/**
 * The hash that takes the place of one that was right but made at another cost than today's, or before hashes
 * were bound to their user; null: it stays, or no thread is free and a later sign-in renews it.
 */
export async function renewedHash(
  password: string,
  hash: string,
  owner: HashOwner,
  turn: HashTurn
): Promise<string | null> {
  const [, bound, cost] = /^(user:)?\$2b\$(\d\d)\$/.exec(hash) ?? [];
  if (bound && Number(cost) === config().PASSWORD_HASH_COST) return null;
  try {
    return await hashPassword(password, owner, { address: turn.address });
  } catch (error) {
    if (error instanceof HashingBusy) return null;
    throw error;
  }
}
