import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';

/** A file that takes longer is given up: its process is ended, whatever it is doing. */
const PATIENCE_MILLIS = 100_000;
/** So is one that computes for longer, or holds more: a page takes 0.2 s, a picture of the largest size half of the memory. */
const LIMITS = { seconds: 30, bytes: 1024 ** 3 };
const LOOK_EVERY_MILLIS = 100;
/** Pages go first. */
const NICENESS = 10;

/** What was drawn of a file, each picture as WebP. */
export interface Drawn {
  /** At most 20,000 bytes. */
  thumbnail: Uint8Array;
  /** The first pages of a document; none of a picture. */
  pages: Uint8Array[];
  /** How many pages a document has; null for a picture. */
  all: number | null;
}

/**
 * Draws a JPG, PNG or PDF in a process of its own at low priority, which has neither our environment nor more than a share
 * of time and memory: a file that breaks it stops nothing. @throws Error if no picture can be made of it
 */
export function drawPreview(bytes: Uint8Array, mediaType: string, limits = LIMITS): Promise<Drawn> {
  return new Promise((resolve, reject) => {
    const program = join(process.cwd(), 'lib/kit/attachments/previews/preview-process.mjs');
    const drawing = spawn(process.execPath, ['--max-old-space-size=256', program], {
      // Nothing of ours: what breaks out of it finds no secret.
      env: { NODE_ENV: 'production' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc']
    });
    const { pid } = drawing;
    if (pid !== undefined) setPriority(pid, NICENESS);
    const end = () => drawing.kill('SIGKILL');
    const patience = setTimeout(end, PATIENCE_MILLIS);
    const watch = setInterval(async () => {
      const used = pid === undefined ? null : await usedBy(pid);
      if (used && (used.seconds > limits.seconds || used.bytes > limits.bytes)) end();
    }, LOOK_EVERY_MILLIS);
    drawing.once('message', (drawn) => resolve(drawn as Drawn));
    drawing.once('error', reject);
    drawing.once('exit', (code, signal) => {
      clearTimeout(patience);
      clearInterval(watch);
      reject(new Error(`the process ended without a picture (${signal ?? code})`));
    });
    drawing.send({ bytes, mediaType }, (error) => error && reject(error));
  });
}

/** Where the times and the memory of a process stand in its line of /proc, after its name. */
const [USER_TICKS, SYSTEM_TICKS, PAGES_HELD] = [11, 12, 21];
const TICKS_A_SECOND = 100;
const PAGE_BYTES = 4_096;

/** What a process has used; null where the system doesn't tell it. */
async function usedBy(pid: number): Promise<{ seconds: number; bytes: number } | null> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (line === null) return null;
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const field = (at: number) => Number(fields[at]);
  const seconds = (field(USER_TICKS) + field(SYSTEM_TICKS)) / TICKS_A_SECOND;
  return { seconds, bytes: field(PAGES_HELD) * PAGE_BYTES };
}
