import { createServer } from 'node:http';
import { brotliCompressSync, constants } from 'node:zlib';
import { chromium } from '@playwright/test';
import { presentBrowser } from '../../lib/launch/browser.mjs';

/** Slow 4G as WebPageTest has it: 1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const SLOWER = 4;
/** A task after the first paint that takes longer blocks for the rest of its time (web.dev/tbt). */
const LONG_MILLIS = 50;

/**
 * Opens addresses in turn, each in a new browser context, at slow 4G with a processor four times slower: the medians of
 * the largest contentful paint and of the total blocking time, in milliseconds, by address.
 * @param {string[]} addresses
 * @param {number} rounds
 */
export async function pageLoads(addresses, rounds) {
  const browser = await chromium.launch({
    executablePath: presentBrowser(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : []
  });
  /** @type {Map<string, { paint: number, blocked: number }[]>} */
  const loads = new Map(addresses.map((address) => [address, []]));
  for (let round = 0; round < rounds; round++)
    for (const [address, list] of loads) list.push(await load(browser, address));
  await browser.close();
  /** @param {number[]} list */
  const middle = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
  return addresses.map((address) => {
    const list = loads.get(address) ?? [];
    return { paint: middle(list.map(({ paint }) => paint)), blocked: middle(list.map(({ blocked }) => blocked)) };
  });
}

/** @param {import('@playwright/test').Browser} browser @param {string} address */
async function load(browser, address) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.addInitScript(() => {
    const seen = { paint: 0, first: 0, tasks: /** @type {PerformanceEntry[]} */ ([]) };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) seen.paint = startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const { name, startTime } of list.getEntries())
        if (name === 'first-contentful-paint') seen.first = startTime;
    }).observe({ type: 'paint', buffered: true });
    new PerformanceObserver((list) => seen.tasks.push(...list.getEntries())).observe({
      type: 'longtask',
      buffered: true
    });
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.waitForTimeout(1000);
  const { paint, durations } = await page.evaluate(() => {
    const { paint, first, tasks } = /** @type {any} */ (window).seen;
    const after = tasks.filter((/** @type {PerformanceEntry} */ task) => task.startTime + task.duration > first);
    return { paint, durations: after.map((/** @type {PerformanceEntry} */ task) => task.duration) };
  });
  await context.close();
  const blocked = durations.reduce(
    (/** @type {number} */ sum, /** @type {number} */ duration) => sum + Math.max(0, duration - LONG_MILLIS),
    0
  );
  return { paint, blocked };
}

const SCRIPT_TAGS = /<script\b[^>]*>.*?<\/script>|<link rel="preload" as="script"[^>]*>/gs;
/** They are of a connection or of the compressed body, so they are not passed on. */
const OWN_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-encoding', 'content-length']);

/**
 * A page as a plain document: the same headers, markup, style and pictures, and no script. What the scripts cost the
 * first paint shows beside it.
 * @param {string} origin where the product answers
 * @param {string} path
 */
export async function asDocument(origin, path) {
  const server = createServer(async ({ url }, answer) => {
    const { status, headers, body } = await read(origin + url);
    const own = [...headers].filter(([name]) => !OWN_HEADERS.has(name));
    if (url !== path) return answer.writeHead(status, own.flat()).end(body);
    const document = body.toString().replaceAll(SCRIPT_TAGS, '');
    answer.writeHead(status, [...own, ['content-encoding', 'br']].flat());
    answer.end(brotliCompressSync(document, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { address: `http://127.0.0.1:${port}${path}`, close: () => server.close() };
}

/** @param {string} address */
async function read(address) {
  const answer = await fetch(address);
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
}
