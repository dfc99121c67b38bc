/** Something the person at the keyboard can mend: printed as it is, without a stack. */
export class Problem extends Error {}

const EXPLAINED = {
  ENOSPC: 'The disk is full. Free some space and run the command again.',
  EACCES: 'A file or folder may not be written. Check its owner, or set TESSERA_DATA to a folder of yours.',
  EROFS: 'The disk is read-only. Set TESSERA_DATA to a folder that can be written.'
};

/** Runs a command's `main`; a Problem becomes one paragraph and exit code 1. */
export function runCommand(main) {
  main().catch((error) => {
    const text = error instanceof Problem ? error.message : (EXPLAINED[error.code] ?? error.stack);
    process.stderr.write(`\n✗ ${text}\n`);
    process.exitCode = 1;
    stopEverything().finally(() => process.exit(1));
  });
}

const cleanups = [];

/** Registers what has to end before the command does; last registered, first ended. */
export function onExit(cleanup) {
  cleanups.push(cleanup);
}

let stopping;

/** Ends everything registered, once, last registered first, whatever fails; everybody who asks waits for the same end. */
export function stopEverything() {
  stopping ??= endAll();
  return stopping;
}

async function endAll() {
  while (cleanups.length > 0) {
    try {
      await cleanups.pop()();
    } catch (error) {
      process.stderr.write(`${error.message}\n`);
    }
  }
}

/** Ctrl-C and SIGTERM end everything and then the command; a second Ctrl-C doesn't wait. */
export function handleSignals() {
  let asked = false;
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129]
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
