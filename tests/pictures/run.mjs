// npm run pictures: takes a picture of every screen that a running `npm start` shows to its demo people, at 1440 and 375
// pixels, for review. The pictures go to .data/pictures, or to the folder that is named.
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, sep } from 'node:path';
import { chromium } from '@playwright/test';
import { presentBrowser } from '../../lib/launch/browser.mjs';

const WIDTHS = { 1440: 900, 375: 812 };
/** The most pages that one person opens: lists lead to thousands of records of the same screen. */
const MOST = 150;
const PORTAL = [
  'login-signin-component',
  'forgot-password-component',
  'one-time-passcode-component?delivery=r*****n@m*****.example',
  'change-password-token-component?token=unknown',
  'cardholder-registration-component',
  'company-registration-component',
  'temporary-state-component',
  'link-refusal-component?token=unknown',
  'logout-component',
  'nowhere-component'
];

const folder = process.argv[2] ?? '.data/pictures';
const data = process.env.TESSERA_DATA ?? '.data';
const { brands, accounts } = JSON.parse(readFileSync(join(data, 'demo.json'), 'utf8'));
/** @type {(brand: string) => string} */
const urlOf = (brand) => brands.find(({ name }) => name === brand).url;

/** The folders below app/workspace that have a page, as patterns: `/workspace/feeds/[id]`. */
const patterns = readdirSync('app/workspace', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.split(sep).at(-1) === 'page.tsx' && !file.includes('[...path]'))
  .map((file) => ['/workspace', ...file.split(sep).slice(0, -1)].join('/'));

/** The pattern of a path; one without parameters comes before one with. */
function patternOf(path) {
  const parts = path.split('/');
  const fits = (pattern) => {
    const wanted = pattern.split('/');
    return wanted.length === parts.length && wanted.every((part, at) => part.startsWith('[') || part === parts[at]);
  };
  return patterns.filter(fits).sort((a, b) => a.split('[').length - b.split('[').length)[0];
}

const nameOf = (text) => text.replaceAll(/[^\w[\]]+/g, '-').replace(/^-|-$/g, '');

const seen = new Set();
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: presentBrowser(), args: ['--no-sandbox'] });
try {
  await portalPictures();
  // A person with a second step to sign in has no screens of their own.
  for (const account of accounts.filter(({ sees }) => !sees.includes('/demo/'))) await picturesOf(account);
} finally {
  await browser.close();
}
const missing = patterns.filter((pattern) => !seen.has(pattern));
process.stdout.write(`\n${seen.size} of ${patterns.length} screens are in ${folder}\n`);
if (missing.length > 0) process.stdout.write(`Not reached by a link:\n${missing.map((one) => `  ${one}\n`).join('')}`);

/** Takes a page's picture at each width. */
async function keep(page, name) {
  for (const [width, height] of Object.entries(WIDTHS)) {
    await page.setViewportSize({ width: Number(width), height });
    // What arrives after the page: streamed parts, and what its script draws.
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true });
  }
}

async function portalPictures() {
  for (const brand of ['norrvik', 'wendemere', 'asanagi']) {
    const page = await (await browser.newContext()).newPage();
    for (const path of PORTAL) {
      await page.goto(`${urlOf(brand)}sdportal/${path}`, { waitUntil: 'networkidle' });
      await keep(page, `portal-${nameOf(path.split('?')[0])}-${brand}`);
    }
    await page.context().close();
  }
}

/** Signs a demo person in, follows the links of each page, and takes a picture of each screen that nobody has shown yet. */
async function picturesOf({ userId, password, brand, role }) {
  const context = await browser.newContext({ acceptDownloads: false });
  const page = await context.newPage();
  await page.goto(urlOf(brand));
  await page.locator('#userId').fill(userId);
  await page.locator('#password').fill(password);
  await page.locator('#sign-in button[type=submit]').click();
  await page.waitForURL(/\/workspace/);
  const waiting = ['/workspace'];
  const visited = new Set();
  let opened = 0;
  while (waiting.length > 0 && opened < MOST) {
    const path = waiting.shift();
    const { pathname } = new URL(path, urlOf(brand));
    const pattern = patternOf(pathname);
    const isHome = pathname === '/workspace';
    if (!pattern || visited.has(pattern) || (seen.has(pattern) && opened > 60)) continue;
    visited.add(pattern);
    opened += 1;
    const answer = await page.goto(new URL(path, urlOf(brand)).href, { waitUntil: 'networkidle' }).catch(() => null);
    if (!answer?.headers()['content-type']?.startsWith('text/html')) continue;
    waiting.push(
      ...(await page.locator('a[href^="/workspace"]').evaluateAll((all) => all.map((a) => a.getAttribute('href'))))
    );
    if (seen.has(pattern) && !isHome) continue;
    seen.add(pattern);
    await keep(page, isHome ? `workspace-${role}-${userId}` : nameOf(pattern.slice(1)));
    process.stdout.write(`${userId.padEnd(16)} ${pattern}\n`);
  }
  await context.close();
}
