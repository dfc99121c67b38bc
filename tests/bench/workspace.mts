// npm run bench:workspace: how fast the workspace feels in Chromium with a processor four times slower, on the demo and
// on 300 charges to be coded. BENCH_BUILD names another folder of a build, TEST_DATABASE_URL a PostgreSQL with the tests'
// templates. The figures go to docs/benchmarks.md; timings here decide no test.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { presentBrowser } from '../../lib/launch/browser.mjs';
import { handleSignals, onExit, runCommand, stopEverything } from '../../lib/launch/problem.mjs';
import { startTestPostgres } from '../../lib/launch/test-postgres.mjs';
import { createDatabase, type TestDatabase } from '../support/database';
import { PASSWORD } from '../support/people';
import { PortalClient } from '../support/portal-client';
import { aScheme } from '../support/schemes';
import { startServer, type TestServer } from '../support/server';
import { aCompany, anAccount, anIssuer, aUserAt } from '../support/structure';
import { aTransaction } from '../support/transactions';

const SLOWER = 4;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const CHARGES = 300;
const BRAND = 'norrvik';
/** A cardholder of the demo has the first, an approver of the same company the others. */
const SCREENS = ['transactions', 'approvals', 'expense-reports', 'people', 'profile'];

/** What a page keeps of itself; times in milliseconds. */
interface Seen {
  paint: number;
  shift: number;
  /** The longest event of each interaction, by its id (web.dev/inp). */
  interactions: Record<number, number>;
}

function observe(): void {
  const seen: Seen = { paint: 0, shift: 0, interactions: {} };
  Object.assign(window, { seen });
  const on = (type: string, take: (entry: never) => void, more: object = {}) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry as never);
    }).observe({ type, buffered: true, ...more });
  on('largest-contentful-paint', ({ startTime }: PerformanceEntry) => {
    seen.paint = startTime;
  });
  on('layout-shift', ({ value, hadRecentInput }: { value: number; hadRecentInput: boolean }) => {
    if (!hadRecentInput) seen.shift += value;
  });
  on(
    'event',
    ({ interactionId, duration }: { interactionId: number; duration: number }) => {
      if (interactionId > 0)
        seen.interactions[interactionId] = Math.max(seen.interactions[interactionId] ?? 0, duration);
    },
    { durationThreshold: 16 }
  );
}

const seenBy = (page: Page) => page.evaluate(() => (window as unknown as { seen: Seen }).seen);
const quantile = (list: number[], part: number) =>
  list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * part))] ?? 0;
const median = (list: number[]) => quantile(list, 0.5);
const say = (name: string, value: string, wanted: string) =>
  process.stdout.write(`| ${name.padEnd(58)} | ${value.padStart(16)} | ${wanted} |\n`);

let database: TestDatabase;
let server: TestServer;
let browser: Browser;
const at = (path: string) => `http://${BRAND}.localhost:${server.port}/workspace/${path}`;

/** A new browser, signed in, with a slower processor. */
async function opened(userId: string): Promise<{ page: Page; session: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  // The compiler's mark of a function's name, which the page doesn't know.
  await page.addInitScript('globalThis.__name = (value) => value');
  await page.addInitScript(observe);
  const client = new PortalClient(server.port, `${BRAND}.localhost`);
  const agent = await page.evaluate(() => navigator.userAgent);
  const { status } = await client.signIn(userId, PASSWORD, { 'User-Agent': agent });
  if (status !== 200) throw new Error(`the sign-in of ${userId} answered ${status}`);
  await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: at('') })));
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return { page, session };
}

/** The first load of each screen: largest paint, bytes over the wire, layout shift. */
async function firstLoads(userId: string): Promise<void> {
  for (const screen of SCREENS) {
    const paints: number[] = [];
    const shifts: number[] = [];
    let bytes = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const { page, session } = await opened(userId);
      let sum = 0;
      await session.send('Network.enable');
      session.on('Network.loadingFinished', ({ encodedDataLength }) => {
        sum += encodedDataLength;
      });
      await page.goto(at(screen), { waitUntil: 'load' });
      // What is fetched ahead for the next screens comes later and isn't part of the first load.
      bytes = sum;
      await page.waitForTimeout(2500);
      const { paint, shift } = await seenBy(page);
      paints.push(paint);
      shifts.push(shift);
      await page.context().close();
    }
    say(`first load of ${screen}, largest paint`, `${Math.round(median(paints))} ms`, '≤ 1500 ms');
    say(`first load of ${screen}, compressed`, `${Math.round(bytes / 1024)} KB`, '≤ 260 KB');
    say(`first load of ${screen}, layout shift`, Math.max(...shifts).toFixed(3), '≤ 0.02');
  }
}

/** From the press on an entry of the navigation until the next screen's heading is painted. */
async function moves(userId: string): Promise<void> {
  const { page } = await opened(userId);
  await page.goto(at('transactions'), { waitUntil: 'networkidle' });
  const times: number[] = [];
  for (let round = 0; round < ROUNDS * 2; round++)
    for (const screen of [...SCREENS.slice(1, 4), 'transactions']) {
      const entry = page.locator(`.side a[href$="/workspace/${screen}"]`);
      if ((await entry.count()) === 0) continue;
      await entry.hover();
      await page.waitForTimeout(300);
      times.push(
        await entry.evaluate(
          (link) =>
            new Promise<number>((resolve) => {
              const before = document.querySelector('main h1')?.textContent;
              const from = performance.now();
              const watch = new MutationObserver(() => {
                const heading = document.querySelector('main h1')?.textContent;
                if (!heading || heading === before) return;
                watch.disconnect();
                requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)));
              });
              watch.observe(document.body, { childList: true, subtree: true, characterData: true });
              (link as HTMLElement).click();
            })
        )
      );
      await page.waitForTimeout(500);
    }
  say(`${times.length} moves between screens, median`, `${Math.round(median(times))} ms`, '≤ 200 ms');
  say('the same, slowest of twenty', `${Math.round(quantile(times, 0.95))} ms`, '');
  await page.context().close();
}

/** A company with charges to be coded; resolves to its cardholder's user id. */
async function aMonth(): Promise<string> {
  const company = await aCompany(database, await anIssuer(database));
  const account = await anAccount(database, company);
  await aScheme(database, company);
  for (let n = 0; n < CHARGES; n++) await aTransaction(database, account, { merchant: `Harbour Hotel ${n}` });
  return (await aUserAt(database, 'A', account)).userId;
}

/** Frames a second while the window is scrolled by the wheel for two seconds. */
async function framesScrolled(page: Page, by: number): Promise<number> {
  await page.mouse.move(720, 500);
  const counted = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let frames = 0;
        const from = performance.now();
        const next = (now: number) => {
          frames++;
          if (now - from < 2000) requestAnimationFrame(next);
          else resolve((frames * 1000) / (now - from));
        };
        requestAnimationFrame(next);
      })
  );
  for (let step = 0; step < 40; step++) {
    await page.mouse.wheel(0, by);
    await page.waitForTimeout(40);
  }
  return counted;
}

/** The coding grid: its frames, and how long each key waits for its answer. */
async function grid(userId: string): Promise<void> {
  const { page } = await opened(userId);
  await page.goto(at('transactions/code'), { waitUntil: 'networkidle' });
  const rows = await page.locator('[data-cell$="/1"]').count();
  const down: number[] = [];
  const up: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    down.push(await framesScrolled(page, 120));
    up.push(await framesScrolled(page, -120));
  }
  say(`grid of ${rows} rows scrolled down, frames a second`, median(down).toFixed(1), '≥ 50');
  say(`grid of ${rows} rows scrolled up, frames a second`, median(up).toFixed(1), '≥ 50');
  await page.locator('[data-cell="0/1"]').click();
  for (let row = 0; row < 12; row++) {
    await page.keyboard.type('Visit', { delay: 120 });
    await page.keyboard.press('Enter');
    await page.waitForTimeout(400);
    for (const key of ['ArrowDown', 'Shift+ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft', 'ArrowUp']) {
      await page.keyboard.press(key);
      await page.waitForTimeout(120);
    }
  }
  await answered('keys in the grid', page);
}

/** Closes whatever is open above the page: the search in the palette takes one Escape to be emptied. */
async function closed(page: Page): Promise<void> {
  const open = page.locator('[role=dialog], [role=menu]');
  for (let tries = 0; tries < 4 && (await open.count()) > 0; tries++) {
    await page.keyboard.press('Escape');
    await page.waitForTimeout(350);
  }
}

/** Lists, panel, filters, palette and menus. */
async function list(userId: string): Promise<void> {
  const { page } = await opened(userId);
  await page.goto(at('transactions'), { waitUntil: 'networkidle' });
  for (let round = 0; round < ROUNDS; round++) {
    for (const keys of [['j', 'j', 'x', 'k', 'x'], ['Enter'], ['Control+k', 'h', 'o', 't'], ['?']]) {
      for (const key of keys) {
        await page.keyboard.press(key);
        await page.waitForTimeout(350);
      }
      await closed(page);
    }
    await page.locator('.person:visible').click();
    await page.waitForTimeout(350);
    await closed(page);
  }
  await answered('keys and presses in a list', page);
}

async function answered(name: string, page: Page): Promise<void> {
  const { interactions } = await seenBy(page);
  const times = Object.values(interactions);
  say(`${name}: ${times.length} over 16 ms, 95th percentile`, `${quantile(times, 0.95)} ms`, '≤ 100 ms');
  say(`${name}: median`, `${median(times)} ms`, '');
  await page.context().close();
}

runCommand(async () => {
  handleSignals();
  if (!process.env.TEST_DATABASE_URL) {
    const folder = mkdtempSync(join(tmpdir(), 'tessera-bench-'));
    onExit(() => rmSync(folder, { recursive: true, force: true }));
    const postgres = await startTestPostgres(folder);
    onExit(postgres.stop);
    Object.assign(process.env, postgres.env);
  }
  database = await createDatabase({ seeded: true });
  server = await startServer({
    databaseUrl: database.url,
    env: { SIGN_INS_PER_USER: '1000' },
    ...(process.env.BENCH_BUILD && { cwd: process.env.BENCH_BUILD })
  });
  onExit(() => server.stop());
  browser = await chromium.launch({
    executablePath: presentBrowser(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : []
  });
  onExit(() => browser.close());
  await firstLoads('henrik.dahl');
  await moves('henrik.dahl');
  await list('henrik.dahl');
  await grid(await aMonth());
  await stopEverything();
  process.exit(0);
});
