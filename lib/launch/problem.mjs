/** Something the person at the keyboard can mend: printed as it is, without a stack. */
export class Problem extends Error {}

/** @type {Record<string, string>} */
const EXPLAINED = {
  ENOSPC: 'The disk is full. Free some space and run the command again.',
  EACCES: 'A file or folder may not be written. Check its owner, or set TESSERA_DATA to a folder of yours.',
  EROFS: 'The disk is read-only. Set TESSERA_DATA to a folder that can be written.'
};

/**
 * The code of an error of the system (ENOENT) or of PostgreSQL (28P01); undefined when it has none.
 * @param {unknown} error
 */
export const codeOf = (error) => {
  const { code } = /** @type {{ code?: string }} */ (error);
  return code;
};

/** @param {unknown} error */
export const messageOf = (error) => {
  const { message } = /** @type {Error} */ (error);
  return message;
};

/**
 * Runs a command's `main`; a Problem becomes one paragraph and exit code 1.
 * @param {() => Promise<void>} main
 */
export function runCommand(main) {
  main().catch((error) => {
    const text = error instanceof Problem ? error.message : (EXPLAINED[codeOf(error) ?? ''] ?? error.stack);
    process.stderr.write(`\n✗ ${text}\n`);
    process.exitCode = 1;
    stopEverything().finally(() => process.exit(1));
  });
}

/** @type {(() => unknown)[]} */
const cleanups = [];

/**
 * Registers a cleanup to run before the command ends; the last registered runs first.
 * @param {() => unknown} cleanup
 */
export function onExit(cleanup) {
  cleanups.push(cleanup);
}

/** @type {Promise<void> | undefined} */
let stopping;

/** Runs every registered cleanup once, last registered first, whatever fails; all callers wait for the same end. */
export function stopEverything() {
  stopping ??= endAll();
  return stopping;
}

async function endAll() {
  for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) {
    try {
      await cleanup();
    } catch (error) {
      process.stderr.write(`${messageOf(error)}\n`);
    }
  }
}

/** Ctrl-C and SIGTERM end everything and then the command; a second Ctrl-C doesn't wait. */
export function handleSignals() {
  let asked = false;
  for (const { signal, code } of [
    { signal: 'SIGINT', code: 130 },
    { signal: 'SIGTERM', code: 143 },
    { signal: 'SIGHUP', code: 129 }
  ]) {
    process.on(signal, () => {
      if (asked) process.exit(code);
      asked = true;
      process.exitCode = code;
      process.stdout.write('\nStopping …\n');
      stopEverything().finally(() => process.exit(code));
    });
  }
}
