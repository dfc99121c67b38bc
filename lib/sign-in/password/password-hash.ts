import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import Piscina from 'piscina';
import { Busy } from '../../core/entry/refusal';
import { keyedHash, keyFor } from '../../core/secrets/keys';
import { config } from '../../core/server/config';
import { limitKey } from '../../core/server/rate-limit';
import { FairQueue } from './fair-queue';

/** More sign-ins wait than the cores can hash. The wait is the time to empty a full queue, and a little. */
export class HashingBusy extends Busy {
  constructor() {
    super('the password hash queue is full', 5);
  }
}

/**
 * The owner of a hash. A hash is bound to the ids, which never change, so that copied to another user it verifies
 * nothing.
 */
export interface HashOwner {
  issuerId: string;
  id: string;
}

/** The lane of the hash queue: addresses take turns. */
export interface HashTurn {
  address: string;
  /** A subject has at most one verification in the queue, across addresses: the alias of the sign-in. */
  alias?: string;
}

interface Hashing {
  pool: Piscina;
  /** Ends when each thread has loaded bcrypt. */
  loaded: Promise<unknown>;
  queue: FairQueue;
  /** Queued and running work, for which closing waits. */
  work: Set<Promise<unknown>>;
  running: number;
}

const place = globalThis as typeof globalThis & { tesseraHashing?: Hashing; tesseraDummyHash?: Promise<string> };

/**
 * Threads only for bcrypt: as many as cores, at low priority, so that pages stay fast while sign-ins use the idle time;
 * with a bounded queue.
 */
function hashing(): Hashing {
  if (place.tesseraHashing) return place.tesseraHashing;
  const pool = new Piscina({
    filename: join(process.cwd(), 'lib/sign-in/password/password-hash-worker.mjs'),
    minThreads: config().PASSWORD_HASH_THREADS,
    maxThreads: config().PASSWORD_HASH_THREADS,
    maxQueue: 'auto',
    niceIncrement: 4
  });
  place.tesseraHashing = {
    pool,
    loaded: Promise.all(pool.threads.map(isLoaded)),
    queue: new FairQueue(config().PASSWORD_HASH_QUEUE),
    work: new Set(),
    running: 0
  };
  return place.tesseraHashing;
}

/** Ends with the first message of a thread, which says that its file is loaded, or with the thread. */
function isLoaded(thread: Worker): Promise<unknown> {
  // Piscina takes this back once the thread is ready.
  thread.ref();
  return Promise.race([once(thread, 'message'), once(thread, 'exit')]).catch(() => undefined);
}

/** The number of verifications waiting for a thread. */
export function hashQueueLength(): number {
  return place.tesseraHashing?.queue.size ?? 0;
}

/** Ends the threads after their work. One that is ended while it loads bcrypt would abort the whole process. */
export async function closeHashing(): Promise<void> {
  const closing = place.tesseraHashing;
  while (closing?.work.size) await Promise.allSettled(closing.work);
  await closing?.loaded;
  await closing?.pool.close();
  place.tesseraHashing = undefined;
}

const laneOf = ({ address, alias }: HashTurn) => ({ lane: limitKey(address), subject: alias });

/** Whether a new verification would be refused now. */
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

/** Runs a task on a free thread, then the next in the queue. */
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

/** Marks a hash that is bound to its user; older ones have no mark. */
const BOUND = 'user:';

/**
 * bcrypt truncates at 72 bytes and at a zero byte, so its input is 44 characters derived from the whole password, its
 * user and the pepper.
 */
function peppered(password: string, { issuerId, id }: HashOwner): string {
  return createHmac('sha256', keyFor('user-password-pepper'))
    .update(`${issuerId}\0${id}\0${password}`, 'utf8')
    .digest('base64');
}

/** The same for older hashes, which aren't bound to their user. */
function pepperedAlone(password: string): string {
  return keyedHash('password-pepper', password).toString('base64');
}

/** The hash of a password, PIN or answer of a user, at the configured cost. @throws HashingBusy */
export async function hashPassword(password: string, owner: HashOwner, turn: HashTurn): Promise<string> {
  const hash = await run<string>({ peppered: peppered(password, owner), cost: config().PASSWORD_HASH_COST }, turn);
  return BOUND + hash;
}

/**
 * Whether the password matches this hash of its owner. Without a hash (an unknown user id) it does the same work on a
 * dummy and returns false (PD.2). @throws HashingBusy
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

/** Created once per process; if the queue is full, the next call tries again. */
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
 * A new hash for a right password whose hash has another cost or isn't bound to its user; null if it stays, or if no
 * thread is free and a later sign-in renews it.
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
