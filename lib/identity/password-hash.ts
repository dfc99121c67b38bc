import { join } from 'node:path';
import Piscina from 'piscina';
import { config } from '../core/config';
import { keyedHash } from '../core/keys';
import { Busy } from '../core/refusal';

/** More sign-ins wait than the cores can hash. What is asked to wait is the time a full queue takes to empty, and a little. */
export class HashingBusy extends Busy {
  constructor() {
    super('the password hash queue is full', 5);
  }
}

const place = globalThis as typeof globalThis & { tesseraHashing?: Piscina; tesseraDummyHash?: Promise<string> };

/**
 * Threads that do nothing but bcrypt: as many as cores, at low priority, so that pages stay quick while
 * sign-ins take every idle cycle; with a queue that ends.
 */
function pool(): Piscina {
  place.tesseraHashing ??= new Piscina({
    filename: join(process.cwd(), 'lib/identity/password-hash-worker.mjs'),
    minThreads: config().PASSWORD_HASH_THREADS,
    maxThreads: config().PASSWORD_HASH_THREADS,
    maxQueue: config().PASSWORD_HASH_QUEUE,
    niceIncrement: 4
  });
  return place.tesseraHashing;
}

/** How many verifications wait for a thread now. */
export function hashQueueLength(): number {
  return place.tesseraHashing?.queueSize ?? 0;
}

/** Ends the threads when their work is done. */
export async function closeHashing(): Promise<void> {
  await place.tesseraHashing?.close();
  place.tesseraHashing = undefined;
}

/** Whether a verification asked for now would be refused. */
export function isHashingBusy(): boolean {
  return pool().queueSize >= config().PASSWORD_HASH_QUEUE;
}

async function run<T>(task: { peppered: string; hash?: string; cost: number }): Promise<T> {
  if (isHashingBusy()) throw new HashingBusy();
  return pool().run(task);
}

/** bcrypt cuts at 72 bytes and at a zero byte: it gets 44 characters made from the whole password and the pepper. */
function pepper(password: string): string {
  return keyedHash('password-pepper', password).toString('base64');
}

/** The bcrypt hash of a password at the configured cost. @throws HashingBusy */
export function hashPassword(password: string): Promise<string> {
  return run({ peppered: pepper(password), cost: config().PASSWORD_HASH_COST });
}

/**
 * Whether the password has this hash. Without a hash (an unknown user id) it works as long on a dummy
 * of the same cost, and says no (PD.2). @throws HashingBusy
 */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const cost = config().PASSWORD_HASH_COST;
  const dummy = await dummyHash(cost);
  const matches = await run<boolean>({ peppered: pepper(password), hash: hash ?? dummy, cost });
  return hash !== undefined && matches;
}

/** Made once a process; a first try that found the queue full is forgotten. */
function dummyHash(cost: number): Promise<string> {
  place.tesseraDummyHash ??= run<string>({ peppered: 'no password has this hash', cost }).catch((error) => {
    place.tesseraDummyHash = undefined;
    throw error;
  });
  return place.tesseraDummyHash;
}

/** Starts the threads before the first sign-in needs them. */
export async function warmHashing(): Promise<void> {
  await dummyHash(config().PASSWORD_HASH_COST);
}

/** Whether a hash was made at another cost than today's, to be made anew at the next sign-in. */
export function needsRehash(hash: string): boolean {
  return Number(hash.slice(4, 6)) !== config().PASSWORD_HASH_COST;
}
