import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestPostgres } from '../../lib/launch/test-postgres.mjs';

/** `npm test` has a PostgreSQL ready; Jest run by itself starts one. */
export default async function setup() {
  // What gives way to everything would keep its test waiting for all others.
  process.env.TESSERA_BACKGROUND_NICENESS ??= '0';
  if (process.env.TEST_DATABASE_URL) return;
  const folder = mkdtempSync(join(tmpdir(), 'tessera-test-'));
  globalThis.testFolder = folder;
  const postgres = await startTestPostgres(folder);
  Object.assign(process.env, postgres.env);
  globalThis.stopTestPostgres = postgres.stop;
}
