import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { database } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { isUnavailable } from '../../core/server/busy';
import { log } from '../../core/server/log';
import { demoIssuers } from './demo-data';

/** The exit code of a mistake in the configuration (EX_CONFIG). */
const MISCONFIGURED = 78;
const AGAIN_MILLIS = 2_000;

/**
 * Ends a production process that would run on the demo's data, and warns if its role has more privileges than it needs.
 * It retries while the database is unreachable; the returned function stops that.
 */
export async function checkDatabase(): Promise<() => Promise<void>> {
  let stopped = false;
  const askAgain = async () => {
    while (!stopped) {
      await sleep(AGAIN_MILLIS, undefined, { ref: false });
      if (await check()) return;
    }
  };
  if (!(await check())) void askAgain();
  return async () => {
    stopped = true;
  };
}

/** False if the database is unreachable. */
async function check(): Promise<boolean> {
  try {
    const demo = await demoIssuers();
    if (demo.length > 0) refuse(demo);
    if (await ownsAudit())
      log.warn(
        'the database role owns the audit and could rewrite it: see "Roles of the database" in docs/operations.md'
      );
    return true;
  } catch (err) {
    if (!isUnavailable(err)) throw err;
    return false;
  }
}

function refuse(issuers: string[]): never {
  process.stderr.write(
    `This database holds the demo (issuers ${issuers.join(', ')}), whose passwords everybody knows: production does not start on it.\n` +
      '  - Give production a database of its own, made by `npm run migrate` alone.\n' +
      '  - To show the demo, set TESSERA_MODE=demo.\n'
  );
  process.exit(MISCONFIGURED);
}

const ownerRow = z.strictObject({ owns: z.boolean() });

async function ownsAudit(): Promise<boolean> {
  const [row] = await readRows(database(), ownerRow)`
    SELECT pg_has_role(current_user, relowner, 'MEMBER') AS owns FROM pg_class WHERE oid = 'audit_entries'::regclass`;
  return row?.owns === true;
}
