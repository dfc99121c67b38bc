// node --import tsx tests/bench/receipts-web.mts, after npm run build: what a cardholder waits for a page while pictures of
// receipts are read, against the same page without; and how long a photo of 12 megapixels takes to its charge in Chromium
// with a processor four times slower, at 4G. BENCH_BUILD names another folder of a build, TEST_DATABASE_URL a PostgreSQL
// with the tests' templates. The figures go to docs/benchmarks.md; timings here decide no test.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { presentBrowser } from '../../lib/launch/browser.mjs';
import { handleSignals, onExit, runCommand, stopEverything } from '../../lib/launch/problem.mjs';
import { startTestPostgres } from '../../lib/launch/test-postgres.mjs';
import { createDatabase } from '../support/database';
import { PASSWORD } from '../support/people';
import { PortalClient } from '../support/portal-client';
import { receiptCorpus } from '../support/receipt-corpus';
import { aPhonePhoto, aPhoto } from '../support/receipt-pictures';
import { startServer, TEST_SECRET } from '../support/server';
import { aCompany, anAccount, anIssuer, aUserAt } from '../support/structure';
import { aTransaction } from '../support/transactions';

const PICTURES = Number(process.env.BENCH_PICTURES ?? 100);
const LOOKS = 40;
const SHOTS = Number(process.env.BENCH_ROUNDS ?? 5);
const SLOWER = 4;
/** 4G as Lighthouse has it: 10 Mbit/s, 40 ms there and back. */
const NET = { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 };
const HOST = 'tessera.localhost';
const ORIGIN = { requestId: 'bench', address: '127.0.0.1', userAgent: 'bench' };

const quantile = (list: number[], part: number) =>
  list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * part))] ?? 0;
const say = (text: string) => process.stdout.write(`${text}\n`);

runCommand(async () => {
  handleSignals();
  if (!process.env.TEST_DATABASE_URL) {
    const folder = mkdtempSync(join(tmpdir(), 'tessera-bench-'));
    onExit(() => rmSync(folder, { recursive: true, force: true }));
    const postgres = await startTestPostgres(folder);
    onExit(postgres.stop);
    Object.assign(process.env, postgres.env);
  }
  const database = await createDatabase({ seeded: true });
  onExit(() => database.drop());
  // What the product's commands read when they are called here.
  Object.assign(process.env, { DATABASE_URL: database.url, TESSERA_SECRET: TEST_SECRET, TESSERA_MODE: 'demo' });
  const account = await anAccount(database, await aCompany(database, await anIssuer(database)));
  const owner = await aUserAt(database, 'A', account, { firstName: 'Ada', lastName: 'Holm' });
  const charge = await aTransaction(database, account, { merchant: 'Harbour Hotel' });
  const server = await startServer({
    databaseUrl: database.url,
    env: {
      SIGN_INS_PER_USER: '1000',
      TESSERA_READ_RECEIPTS: 'true',
      TESSERA_BACKGROUND_NICENESS: '19',
      TESSERA_MODE: 'demo'
    },
    cwd: process.env.BENCH_BUILD ?? '.next/standalone'
  });
  onExit(() => server.stop());
  const path = `/workspace/transactions/${charge.id}`;
  const waiting = async () => {
    const [row] = await database.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM receipt_readings WHERE state = 'waiting'"
    );
    return row?.count ?? 0;
  };
  // The demo's own receipts are read first.
  while ((await waiting()) > 0) await pause(1_000);

  const client = new PortalClient(server.port, HOST);
  await client.signIn(owner.userId, PASSWORD);
  const answered = async () => {
    const begun = performance.now();
    const { status } = await client.call(path);
    if (status !== 200) throw new Error(`the page answered ${status}`);
    return performance.now() - begun;
  };
  /** Answers to a reader who asks five times a second. */
  const answers = async () => {
    const times: number[] = [];
    for (let look = 0; look < LOOKS; look++) {
      times.push(await answered());
      await pause(200);
    }
    return times;
  };
  await answers();
  const idle = await answers();
  const { addReceipt } = await import('@/lib/money/receipts/add-receipt');
  const { principalFor } = await import('../support/principal');
  const { sentFile } = await import('../support/attachments');
  const principal = await principalFor(database, owner);
  for (const [at, picture] of (await pictures()).entries()) {
    const entry = { takenOn: '2026-02-13', amount: null };
    const added = await addReceipt(principal, sentFile(picture, `${at}.jpg`), entry, ORIGIN);
    if (!added.ok) throw new Error(JSON.stringify(added.refusal));
  }
  const busy: number[] = [];
  let left = await waiting();
  while (left > PICTURES / 2) {
    busy.push(...(await answers()));
    left = await waiting();
  }
  for (const part of [0.5, 0.95])
    say(
      `A page while pictures are read, ${part === 0.5 ? 'median' : 'p95'}: ${quantile(busy, part).toFixed(0)} ms, idle ${quantile(idle, part).toFixed(0)} ms, ratio ${(quantile(busy, part) / quantile(idle, part)).toFixed(2)} (at most 1.2; ${PICTURES - left} of ${PICTURES} read)`
    );
  await database.query("UPDATE receipt_readings SET state = 'unreadable' WHERE state = 'waiting'");

  const browser = await chromium.launch({
    executablePath: presentBrowser(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : []
  });
  onExit(() => browser.close());
  const photos = mkdtempSync(join(tmpdir(), 'tessera-photos-'));
  onExit(() => rmSync(photos, { recursive: true, force: true }));
  const times: number[] = [];
  let bytes = 0;
  for (let shot = 0; shot < SHOTS; shot++) {
    // Another one each time: a file that the charge has already is not attached again.
    const photo = await aPhonePhoto(['HARBOUR HOTEL', '2026-02-13', 'Total SEK 2 170,00']);
    bytes = photo.length;
    const context = await browser.newContext({ viewport: { width: 375, height: 800 } });
    const page = await context.newPage();
    const own = new PortalClient(server.port, HOST);
    const agent = await page.evaluate(() => navigator.userAgent);
    await own.signIn(owner.userId, PASSWORD, { 'User-Agent': agent });
    const url = `http://${HOST}:${server.port}${path}`;
    await context.addCookies(
      [...own.cookies].map(([name, value]) => ({ name, value, url: `http://${HOST}:${server.port}/` }))
    );
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', NET);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.goto(url, { waitUntil: 'load', timeout: 120_000 });
    // Its script has to be there, as it is when a person has read the page.
    await page.waitForTimeout(8_000);
    const panel = page.locator('section[aria-labelledby=attachments-heading]');
    const input = panel.locator('input[type=file]').first();
    // As a file on the machine: handing the bytes over to a slowed page would take half a second by itself.
    const file = join(photos, `photo-${shot}.jpg`);
    writeFileSync(file, photo);
    const begun = performance.now();
    await input.setInputFiles(file);
    await panel.locator('form:has(input[type=file]) button[type=submit]').click();
    await panel
      .getByRole('listitem')
      .filter({ hasText: `photo-${shot}` })
      .waitFor({ timeout: 60_000 });
    times.push(performance.now() - begun);
    await context.close();
  }
  say(
    `A photo of 12 megapixels (${(bytes / 1e6).toFixed(1)} MB) on its charge, median of ${SHOTS}: ${quantile(times, 0.5).toFixed(0)} ms (at most 2000), the fastest ${Math.min(...times).toFixed(0)} ms`
  );
  await stopEverything();
  process.exit(0);
});

/** Photos of printed receipts in six languages. */
const pictures = () =>
  Promise.all(
    receiptCorpus(20, 7)
      .slice(0, PICTURES)
      .map(({ lines }) => aPhoto(lines))
  );
