import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';

/** Drops a file on a part of the page, as a person does who drags it out of a folder. */
export async function dropFile(page: Page, zone: Locator, name: string, content: Uint8Array): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'dropped-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, name);
  writeFileSync(path, content);
  await zone.scrollIntoViewIfNeeded();
  const box = await zone.boundingBox();
  if (!box) throw new Error('the zone is not shown');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, x, y, data });
  await devtools.detach();
}

/** Lets the page send only so many bytes in a second, as over a slow line, until the function that it returns is called. */
export async function slowUpload(page: Page, bytesPerSecond: number): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const sendAt = (uploadThroughput: number) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput
    });
  await sendAt(bytesPerSecond);
  // Each session has a limit of its own, so that only this one can lift it.
  return async () => {
    await sendAt(-1);
    await devtools.detach();
  };
}
