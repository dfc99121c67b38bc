import { rmSync } from 'node:fs';

export default async function teardown() {
  await globalThis.stopTestPostgres?.();
  if (globalThis.testFolder) rmSync(globalThis.testFolder, { recursive: true, force: true });
}
