// npm run bench: ratios against physical limits, each pair measured side by side in one run.
// The table goes to docs/benchmarks.md; timings here decide no test.
import { spawn, spawnSync } from 'node:child_process';
import { createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import autocannon from 'autocannon';
import bcrypt from 'bcrypt';
import pg from 'pg';
import Piscina from 'piscina';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { build, generate } from '../../lib/launch/build.mjs';
import { handleSignals, onExit, runCommand, stopEverything } from '../../lib/launch/problem.mjs';
import { startTestPostgres, TEST_SECRET } from '../../lib/launch/test-postgres.mjs';
import { asDocument, pageLoads } from './page-load.mjs';

const COST = 12;
const SECONDS = Number(process.env.BENCH_SECONDS || 10);
const PASSWORD = 'Bench-Password-2026';
const SIGN_IN = '/sdportal/login-signin-component';
const rows = [];

runCommand(async () => {
  handleSignals();
  await generate();
  await build();
  const folder = mkdtempSync(join(tmpdir(), 'tessera-bench-'));
  onExit(() => rmSync(folder, { recursive: true, force: true }));
  const postgres = await startTestPostgres(folder, { inMemory: false });
  onExit(postgres.stop);
  const databaseUrl = Object.assign(new URL(postgres.env.TEST_DATABASE_URL), { pathname: '/tessera_seeded' }).href;
  const aliases = await makePeople(databaseUrl, 64);
  const mailbox = await startMailbox();
  const server = await serve(databaseUrl, mailbox.url);
  await signInRate(server, aliases);
  await formRate(server, aliases.length);
  await codeRate(server, await makePeople(databaseUrl, 16, { tag: 'code', oneTimePin: true }), mailbox);
  await changeRate(server, await makePeople(databaseUrl, 8, { tag: 'change' }));
  await forgotRate(server);
  await pageWhileSigningIn(server, aliases);
  await overload(server, aliases);
  await pageRate(server);
  await edgeRate(server, folder);
  await pageWeight(server);
  await firstPaint(server);
  print();
  await stopEverything();
  process.exit(0);
});

/** Users with a common password, inserted straight into the database. */
async function makePeople(databaseUrl, count, { tag = 'person', oneTimePin = false } = {}) {
  const pepper = Buffer.from(hkdfSync('sha256', TEST_SECRET, 'tessera', 'user-password-pepper', 32));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows: issuers } = await client.query(
    "SELECT id FROM issuers WHERE coalesce(setting_value(id, NULL, 'one.time.pin.required'), 'false') = $1 ORDER BY number",
    [JSON.stringify(oneTimePin)]
  );
  const aliases = [];
  for (let n = 0; n < count; n++) {
    const [id, alias] = [randomUUID(), randomBytes(16).toString('hex')];
    aliases.push(alias);
    const issuer = issuers[0].id;
    const peppered = createHmac('sha256', pepper).update(`${issuer}\0${id}\0${PASSWORD}`).digest('base64');
    const hash = `user:${await bcrypt.hash(peppered, COST)}`;
    await client.query(
      "INSERT INTO users (issuer_id, id, user_id, first_name, last_name, role, email) VALUES ($1, $2, $3, 'Bench', 'Person', 'A', $4)",
      [issuer, id, `bench.${tag}.${n}`, `${alias}@mail.example`]
    );
    await client.query('INSERT INTO user_directory VALUES ($1, $2, $3, $4, $5)', [
      `bench.${tag}.${n}`,
      alias,
      randomBytes(16).toString('hex'),
      issuer,
      id
    ]);
    await client.query('INSERT INTO credentials (issuer_id, user_id, password_hash) VALUES ($1, $2, $3)', [
      issuer,
      id,
      hash
    ]);
  }
  await client.end();
  return aliases;
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** A real mail server that keeps the last code sent to each address. */
async function startMailbox() {
  const waiting = new Map();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, callback) {
      const chunks = [];
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('end', async () => {
        // Read before the response: the session's next mail starts a new envelope.
        const [{ address }] = session.envelope.rcptTo;
        callback();
        const { text = '' } = await PostalMime.parse(Buffer.concat(chunks));
        const code = /^\s+(\d{6})\s*$/m.exec(text)?.[1];
        if (code) waiting.get(address)?.(code);
      });
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  onExit(() => new Promise((resolve) => server.close(resolve)));
  return {
    url: `smtp://127.0.0.1:${server.server.address().port}`,
    next: (address) => new Promise((resolve) => waiting.set(address, resolve))
  };
}

async function serve(databaseUrl, smtpUrl) {
  const port = await freePort();
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    TESSERA_SECRET: TEST_SECRET,
    TESSERA_MODE: 'demo',
    PASSWORD_HASH_COST: String(COST),
    RECOVERIES_PER_ADDRESS: '10000',
    // All requests come from one address, for few user ids.
    SIGN_INS_PER_ADDRESS: '1000000',
    SIGN_INS_PER_USER: '10000',
    SMTP_URL: smtpUrl,
    // The demo's receipts would take a core for minutes.
    TESSERA_READ_RECEIPTS: 'false',
    HOSTNAME: '127.0.0.1',
    PORT: String(port),
    NODE_ENV: 'production',
    NEXT_MANUAL_SIG_HANDLE: '1',
    LOG_LEVEL: 'warn'
  };
  const child = spawn(process.execPath, ['server.js'], {
    cwd: '.next/standalone',
    env,
    stdio: ['ignore', 'ignore', 'inherit']
  });
  onExit(() => child.kill('SIGTERM') && new Promise((resolve) => child.once('exit', resolve)));
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 300; tries++) {
    if ((await fetch(`${url}/health/ready`).catch(() => null))?.ok) return { url, port };
    await sleep(100);
  }
  throw new Error('the server did not become ready');
}

/** A load of sign-ins over `connections` connections. */
function signIns(server, aliases, connections, seconds) {
  let next = 0;
  return autocannon({
    url: `${server.url}/heracles/login`,
    connections,
    duration: seconds,
    timeout: 60,
    requests: [
      {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        setupRequest: (request) => {
          next += 1;
          return {
            ...request,
            body: `username=${aliases[next % aliases.length]}&password=${PASSWORD}&login-form-type=password`
          };
        }
      }
    ]
  });
}

/** Verifications a second of bare bcrypt, on as many threads as there are cores. */
async function rawHashRate(seconds) {
  const pool = new Piscina({
    filename: join(process.cwd(), 'lib/sign-in/password/password-hash-worker.mjs'),
    minThreads: availableParallelism(),
    maxThreads: availableParallelism()
  });
  const hash = await bcrypt.hash('x', COST);
  const end = performance.now() + seconds * 1000;
  const started = performance.now();
  let count = 0;
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      while (performance.now() < end) {
        await pool.run({ peppered: 'x', hash, cost: COST });
        count += 1;
      }
    })
  );
  const rate = (count * 1000) / (performance.now() - started);
  await pool.close();
  return rate;
}

async function signInRate(server, aliases) {
  await signIns(server, aliases, 4, 2);
  const { rate, limit } = await besideHashing(async () => {
    const result = await signIns(server, aliases, 16, SECONDS * 2);
    return result['2xx'] / result.duration;
  });
  row('Sign-ins per second, 16 connections', rate, 'bare bcrypt verifications', limit, rate / limit, '≥ 0.9');
}

/** The cookies, and the anti-forgery value among them as the pages' script sends it. */
/** The same by the page's form: a server action without JavaScript, which also renders the page again. */
async function formRate(server, people) {
  const html = await (await fetch(server.url + SIGN_IN)).text();
  const form = /<form[^>]*id="sign-in"[\s\S]*?<\/form>/.exec(html)?.[0] ?? '';
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)"(?: value="([^"]*)")?/g)].map(
    ([, name, value = '']) => [name, value.replaceAll('&quot;', '"')]
  );
  const part = ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  let next = 0;
  const post = {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x', origin: server.url },
    setupRequest: (request) => {
      next += 1;
      const typed = [
        ['userId', `bench.person.${next % people}`],
        ['password', PASSWORD]
      ];
      return { ...request, body: `${[...hidden, ...typed].map(part).join('')}--x--\r\n` };
    }
  };
  const { rate, limit } = await besideHashing(async () => {
    const result = await autocannon({
      url: server.url + SIGN_IN,
      connections: 16,
      duration: SECONDS * 2,
      timeout: 60,
      requests: [post]
    });
    return result['3xx'] / result.duration;
  });
  row("Sign-ins per second by the page's form", rate, 'bare bcrypt verifications', limit, rate / limit, '≥ 0.95');
}

function proof(cookies) {
  const cookie = cookies || 'sec-token=AbcdefghijKLMNOP1234';
  const token = /sec-token=([^;]*)/.exec(cookie)[1];
  return { cookie, 'x-requested-with': 'XMLHttpRequest', 'x-csrf-token': token, 'x-xsrf-token': token };
}

/** A step at the front door: the response's text and the next cookies. */
async function enter(server, username, type, password, cookie = '') {
  const answer = await fetch(`${server.url}/heracles/login`, {
    method: 'POST',
    headers: proof(cookie),
    body: new URLSearchParams({ username, password, 'login-form-type': type })
  });
  if (!answer.ok) throw new Error(`signing in answered ${answer.status}`);
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { redirect: await answer.text(), cookie: cookies.join('; ') };
}

/** The total rate per second of clients that repeat an action for a while. */
async function rateOf(all, once) {
  const started = performance.now();
  const end = started + SECONDS * 1000;
  let count = 0;
  await Promise.all(
    all.map(async (one) => {
      while (performance.now() < end) {
        await once(one);
        count += 1;
      }
    })
  );
  return (count * 1000) / (performance.now() - started);
}

/** The raw rate before and after, and the rate of `measure` between. */
async function besideHashing(measure) {
  const before = await rawHashRate(SECONDS / 2);
  const rate = await measure();
  return { rate, limit: (before + (await rawHashRate(SECONDS / 2))) / 2 };
}

/** The whole sign-in: the password, the mail over SMTP, the code. One hash each. */
async function codeRate(server, aliases, mailbox) {
  const { rate, limit } = await besideHashing(() =>
    rateOf(aliases, async (alias) => {
      const mail = mailbox.next(`${alias}@mail.example`);
      const { cookie } = await enter(server, alias, 'password', PASSWORD);
      const { redirect } = await enter(server, alias, 'otp-2fa', await mail, cookie);
      if (redirect !== '/workspace') throw new Error(`the code led to ${redirect}`);
    })
  );
  row('Sign-ins with a mailed code per second', rate, 'bare bcrypt verifications', limit, rate / limit, '≥ 0.8');
}

/** A change verifies the present password, compares the older ones of the last four, and hashes the new one. */
async function changeRate(server, aliases) {
  const people = await Promise.all(
    aliases.map(async (alias, n) => {
      const { cookie } = await enter(server, alias, 'password', PASSWORD);
      return { userId: `bench.change.${n}`, cookie, password: PASSWORD, changes: 0 };
    })
  );
  let hashes = 0;
  const { rate, limit } = await besideHashing(async () => {
    const started = performance.now();
    await rateOf(people, async (person) => {
      // No digit three times in a row.
      const newCredential = `Bench-Violin-${[...String(100 + person.changes)].join('-')}`;
      const answer = await fetch(`${server.url}/services/authentication-service/public/changePassword`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...proof(person.cookie) },
        body: JSON.stringify({ userId: person.userId, oldCredential: person.password, newCredential })
      });
      if (!answer.ok) throw new Error(`changing a password answered ${answer.status}: ${await answer.text()}`);
      hashes += 2 + Math.min(person.changes, 3);
      Object.assign(person, { password: newCredential, changes: person.changes + 1 });
    });
    return (hashes * 1000) / (performance.now() - started);
  });
  row('Password changes, hashes per second', rate, 'bare bcrypt verifications', limit, rate / limit, '≥ 0.9');
}

/** Requesting a reset link computes no hash: it only queues. */
async function forgotRate(server) {
  let n = 0;
  const { rate, limit } = await besideHashing(() =>
    rateOf(Array.from({ length: 16 }), async () => {
      const answer = await fetch(`${server.url}/services/authentication-service/public/forgot-password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...proof() },
        body: JSON.stringify({ userId: `bench.person.${n++ % 64}` })
      });
      if (answer.status !== 202) throw new Error(`a forgotten password answered ${answer.status}`);
    })
  );
  row('Reset links asked for per second', rate, 'bare bcrypt verifications', limit, rate / limit, '≥ 5');
}

const page = (url, { connections = 1, seconds = SECONDS, headers = {} } = {}) =>
  autocannon({ url, connections, duration: seconds, headers });

async function pageWhileSigningIn(server, aliases) {
  const idle = await page(server.url + SIGN_IN, { seconds: SECONDS / 2 });
  const pressure = signIns(server, aliases, 16, SECONDS);
  await sleep(1000);
  const busy = await page(server.url + SIGN_IN, { seconds: SECONDS - 3 });
  await pressure;
  const p95 = (result) => result.latency.p97_5;
  row(
    'Sign-in page p97.5 under saturating sign-ins, ms',
    p95(busy),
    'idle, ms',
    p95(idle),
    p95(busy) / Math.max(p95(idle), 1),
    '≤ 3'
  );
}

async function overload(server, aliases) {
  const result = await signIns(server, aliases, 120, SECONDS);
  const rate = result['2xx'] / result.duration;
  const limit = await rawHashRate(3);
  row('Sign-ins per second at 120 connections', rate, 'bare bcrypt verifications', limit, rate / limit, '');
  row('  refused meanwhile with 503', result.non2xx, 'signed in', result['2xx'], Number.NaN, '');
  const one = (1000 * availableParallelism()) / limit;
  row('  median answer, ms', result.latency.p50, 'time of one verification, ms', one, Number.NaN, '');
}

async function pageRate(server) {
  const trivial = [];
  const signIn = [];
  for (let round = 0; round < 3; round++) {
    for (const [list, path] of [
      [trivial, '/health/live'],
      [signIn, SIGN_IN]
    ]) {
      list.push((await page(server.url + path, { connections: 16, seconds: SECONDS / 2 })).requests.average);
    }
  }
  const middle = (list) => list.toSorted((a, b) => a - b)[1];
  row(
    'Sign-in page per second, Node alone',
    middle(signIn),
    'trivial route handler',
    middle(trivial),
    middle(signIn) / middle(trivial),
    '≥ 0.9'
  );
}

async function edgeRate(server, folder) {
  const nginx = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx'].find(existsSync);
  if (!nginx) return void rows.push(['Sign-in page through the edge’s cache', 'no nginx here', '', '', '', '≥ 0.8']);
  const body = await (await fetch(server.url + SIGN_IN, { headers: { 'accept-encoding': 'identity' } })).text();
  writeFileSync(join(folder, 'page.html'), body);
  const port = await freePort();
  // Caching as deploy/nginx.conf does it, without TLS, beside the same bytes as a file.
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; worker_processes 1; user root;
    events { worker_connections 512; }
    http { access_log off; types { text/html html; }
      proxy_cache_path ${folder}/cache keys_zone=pages:10m;
      server { listen 127.0.0.1:${port};
        location = /page.html { root ${folder}; }
        location / { proxy_pass ${server.url}; proxy_set_header Host $host; proxy_cache pages; proxy_ignore_headers Vary;
          proxy_cache_key "$scheme$host$uri$arg_cobrandHost$cookie_user_locale$http_accept_language"; proxy_cache_lock on;
          proxy_cache_use_stale updating; proxy_cache_background_update on; proxy_cache_revalidate on; } } }`
  );
  const child = spawn(nginx, ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'ignore' });
  onExit(() => child.kill('SIGQUIT'));
  await sleep(1000);
  const [edge, file] = [[], []];
  for (let round = 0; round < 3; round++) {
    for (const [list, path] of [
      [file, '/page.html'],
      [edge, SIGN_IN]
    ]) {
      list.push(
        (await page(`http://127.0.0.1:${port}${path}`, { connections: 16, seconds: SECONDS / 2 })).requests.average
      );
    }
  }
  const middle = (list) => list.toSorted((a, b) => a - b)[1];
  row(
    'Sign-in page per second, edge with cache',
    middle(edge),
    'nginx, same bytes as a file',
    middle(file),
    middle(edge) / middle(file),
    '≥ 0.8'
  );
}

/** What the framework writes into a page: its scripts and data, their preloads, and the fields that name an action. */
const FRAMEWORK_TAGS =
  /<script\b[^>]*>.*?<\/script>|<link rel="preload" as="script"[^>]*>|<input type="hidden" name="\$ACTION[^>]*>/gs;

async function pageWeight(server) {
  const bytesOf = async (address) => Buffer.from(await (await fetch(server.url + address)).arrayBuffer());
  const weigh = async (addresses) =>
    (await Promise.all([...new Set(addresses)].map(bytesOf)))
      .map((bytes) => brotliCompressSync(bytes).length)
      .reduce((sum, bytes) => sum + bytes, 0);
  const html = await (await fetch(server.url + SIGN_IN)).text();
  const { rootMainFiles } = JSON.parse(readFileSync('.next/build-manifest.json', 'utf8'));
  const scripts = [...html.matchAll(/<script(?![^>]*noModule)[^>]*src="([^"]+)"/gi)].map(([, address]) => address);
  // The framework's own client components stand in a script of their own, beside those that every page has.
  const isFramework = async (address) =>
    rootMainFiles.some((file) => address.endsWith(file)) || (await bytesOf(address)).includes('ClientSegmentRoot');
  const [frameworks, owns] = [[], []];
  for (const address of scripts) ((await isFramework(address)) ? frameworks : owns).push(address);
  const images = [...html.matchAll(/<img[^>]+src="([^"]+)"/g), [null, '/icon.svg']].map(([, address]) =>
    address.replaceAll('&amp;', '&')
  );
  const document = brotliCompressSync(html).length;
  const withoutFramework = brotliCompressSync(html.replaceAll(FRAMEWORK_TAGS, '')).length;
  const framework = (await weigh(frameworks)) + document - withoutFramework;
  const ours = (await weigh(owns)) + (await weigh(images)) + withoutFramework;
  const total = framework + ours;
  row('First visit, KB by brotli', total / 1000, 'budget', 126, total / 126_000, '≤ 1');
  row('  of it the framework’s scripts, data and tags, KB', framework / 1000, '', NaN, NaN, '');
  row('  of it ours: document, images, scripts, KB', ours / 1000, 'budget', 9, ours / 9000, '≤ 1');
}

async function firstPaint(server) {
  const plain = await asDocument(server.url, SIGN_IN);
  const [ours, document] = await pageLoads([server.url + SIGN_IN, plain.address], 7);
  plain.close();
  const against = 'the same page without scripts';
  row(
    'Largest paint, slow 4G and processor, ms',
    ours.paint,
    against,
    document.paint,
    ours.paint / document.paint,
    '≤ 1.1'
  );
  row('Total blocking time there, ms', ours.blocked, 'budget', 200, ours.blocked / 200, '≤ 1');
}

const number = (value) => (Number.isFinite(value) ? (value >= 100 ? value.toFixed(0) : value.toFixed(2)) : '');

function row(name, value, against, limit, ratio, wanted) {
  rows.push([name, number(value), against, number(limit), number(ratio), wanted]);
  process.stdout.write(`${name}: ${number(value)} · ${against}: ${number(limit)} · ratio ${number(ratio)}\n`);
}

function print() {
  const node = process.version;
  const { stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' });
  process.stdout.write(`\n${cpus().length} cores, Node ${node}, bcrypt cost ${COST}, commit ${stdout.trim()}\n\n`);
  process.stdout.write(
    '| measured | value | against | value | ratio | wanted |\n| --- | ---: | --- | ---: | ---: | --- |\n'
  );
  for (const cells of rows) process.stdout.write(`| ${cells.join(' | ')} |\n`);
}
