import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import type { Result, RunOptions } from 'axe-core';
import { createDatabase, type TestDatabase } from './database';
import { type Mailbox, startMailbox } from './mailbox';
import { startServer, type TestServer } from './server';

export interface World {
  database: TestDatabase;
  server: TestServer;
  mailbox: Mailbox;
  /** The address of a path on a brand's own host name. */
  at: (brand: string, path?: string) => string;
}

/** Every test of a worker comes from the same address. */
const LIMITS = {
  SIGN_INS_PER_ADDRESS: '5000',
  SIGN_IN_FAILURES_PER_ADDRESS: '5000',
  RECOVERIES_PER_ADDRESS: '5000',
  LOOKUPS_PER_ADDRESS: '5000'
};

/** Tests with a server, a database and a mail server that each worker has to itself. */
export const test = base.extend<object, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures off this pattern
    async ({}, use) => {
      const database = await createDatabase({ seeded: true });
      const mailbox = await startMailbox();
      const batches = mkdtempSync(join(tmpdir(), 'tessera-batches-'));
      const server = await startServer({
        databaseUrl: database.url,
        env: {
          ...LIMITS,
          SMTP_URL: mailbox.url,
          TESSERA_RECEIPTS_MAIL_DOMAIN: 'receipts.bank.example',
          TESSERA_BATCHES_FOLDER: batches
        }
      });
      const at = (brand: string, path = '/sdportal/login-signin-component') =>
        `http://${brand}.localhost:${server.port}${path}`;
      await use({ database, server, mailbox, at });
      await server.stop();
      await mailbox.close();
      await database.drop();
      rmSync(batches, { recursive: true });
    },
    { scope: 'worker' }
  ]
});

/** Holds back the scripts of every page that is loaded from now on, until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\.js(\?|$)/, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** Makes axe work out a colour of a page once, instead of for each element that has it: a fifth of a scan. */
const REMEMBER_COLOURS = `
  const { prototype } = axe.commons.color.Color;
  const { parseString } = prototype;
  const known = new Map();
  prototype.parseString = function (text) {
    const colour = known.get(text);
    if (colour) return Object.assign(this, colour);
    parseString.call(this, text);
    const { r, g, b, alpha } = this;
    known.set(text, { r, g, b, alpha });
    return this;
  };`;

/** Half the size of what the package exports as `source`: each page reads it anew. */
const AXE = `${readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')};{${REMEMBER_COLOURS}}`;

/** axe finds nothing in the page itself, at WCAG 2.2 AA and by its best practices. */
export async function expectAccessible(page: Page): Promise<void> {
  // A page that opens without a reload gets its title a moment after its content.
  await expect(page).toHaveTitle(/\S/);
  // What fades in is of little contrast on its way.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
        )
        .map(({ finished }) => finished)
    )
  );
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const run = () =>
    page.evaluate(async () => {
      const { axe } = window as unknown as { axe: { run: (options: RunOptions) => Promise<{ violations: Result[] }> } };
      // Preloading fetches every style sheet again, for a rule that is off by default.
      return (await axe.run({ iframes: false, preload: false, resultTypes: ['violations'] })).violations;
    });
  let violations = await run();
  // Between two pages the title is gone for a moment.
  if (violations.some(({ id }) => id === 'document-title')) {
    await expect(page).toHaveTitle(/\S/);
    violations = await run();
  }
  expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([]);
}

/** Nothing on the page is wider than the window. */
export async function expectFits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

/** Keeps a picture of the page in the folder that SHOTS names, to be looked at; without one, none is taken. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
}

/** Into the field of the command palette, by its key; the page listens to keys a moment after it is seen. */
export async function searchByKey(page: Page, key = '/'): Promise<Locator> {
  const search = page.getByRole('dialog').getByRole('searchbox');
  await expect(async () => {
    await page.keyboard.press(key);
    await expect(search).toBeFocused({ timeout: 500 });
  }).toPass({ timeout: 15_000 });
  return search;
}

export { expect };
