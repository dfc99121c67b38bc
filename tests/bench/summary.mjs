// DATABASE_URL=… TESSERA_SECRET=… node --import tsx tests/bench/summary.mjs: the Transaction Summary of the largest company
// of a database made by `npm run demo:seed -- --size large`, the whole page over HTTP from a built server, for 1, 4 and
// 16 users at once; beside it the best hand-written SQL for the same rows and their count, by as many connections.
import { spawn } from 'node:child_process';
import { createServer, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import hashing from '../../lib/sign-in/password/password-hash.ts';
import { client, company, issuer } from './large-world.mjs';

const SECONDS = Number(process.env.BENCH_SECONDS || 8);
const PASSWORD = 'Bench-Password-2026';
const PAGE = '/workspace/transactions';
const ROWS = `SELECT t.issuer_id, t.id, t.posting_date, t.merchant_name, n.name_1, a.last_four, t.billed_amount,
    t.billed_currency, t.purpose, t.state
  FROM transactions t JOIN nodes n ON n.issuer_id = t.issuer_id AND n.id = t.account_id
  JOIN accounts a ON a.issuer_id = t.issuer_id AND a.id = t.account_id
  WHERE t.issuer_id = $1 AND t.company_id = $2 ORDER BY t.posting_date DESC, t.id DESC LIMIT 51`;
const COUNT = `SELECT count(*) FROM (SELECT 1 FROM transactions t JOIN nodes n ON n.issuer_id = t.issuer_id AND n.id = t.account_id
  WHERE t.issuer_id = $1 AND t.company_id = $2 LIMIT 10001) AS matching`;

const port = await new Promise((resolve) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const found = probe.address().port;
    probe.close(() => resolve(found));
  });
});
const server = spawn(process.execPath, ['server.js'], {
  cwd: '.next/standalone',
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...process.env,
    NODE_ENV: 'production',
    NEXT_MANUAL_SIG_HANDLE: '1',
    HOSTNAME: '127.0.0.1',
    PORT: String(port),
    TESSERA_MODE: 'demo',
    TESSERA_ROLE: 'web',
    LOG_LEVEL: 'fatal'
  }
});
process.on('exit', () => server.kill('SIGKILL'));

/** A call; the answer's body is read to its end. */
function call(path, { cookie = '', form } = {}) {
  const body = form && new URLSearchParams(form).toString();
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        path,
        agent: false,
        method: body ? 'POST' : 'GET',
        headers: {
          ...(cookie && { Cookie: cookie }),
          ...(body && {
            'Content-Type': 'application/x-www-form-urlencoded',
            'Content-Length': Buffer.byteLength(body),
            'Sec-Fetch-Site': 'same-origin'
          })
        }
      },
      (answer) => {
        let size = 0;
        answer.on('data', (chunk) => {
          size += chunk.length;
        });
        answer.on('end', () =>
          resolve({ status: answer.statusCode, size, cookies: answer.headers['set-cookie'] ?? [] })
        );
      }
    );
    asked.on('error', reject);
    asked.end(body);
  });
}
for (let tries = 0; tries < 300; tries++) {
  if ((await call('/health/ready').catch(() => null))?.status === 200) break;
  await sleep(200);
}

const { rows: people } = await client.query(
  "SELECT u.id, d.b2b_alias AS alias FROM users u JOIN user_directory d ON d.issuer_id = u.issuer_id AND d.user_id = u.id WHERE u.issuer_id = $1 AND u.company_id = $2 AND u.role = 'C' AND u.status = 'active' LIMIT 16",
  [issuer.id, company.id]
);
// The bench's own password: those of the world may have expired.
for (const { id } of people) {
  const hash = await hashing.hashPassword(PASSWORD, { issuerId: issuer.id, id }, { address: '127.0.0.1' });
  await client.query(
    'UPDATE credentials SET password_set_at = now(), password_hash = $3 WHERE issuer_id = $1 AND user_id = $2',
    [issuer.id, id, hash]
  );
}
await hashing.closeHashing();
const cookies = [];
for (const { alias } of people) {
  const entered = await call('/heracles/login', {
    form: { username: alias, password: PASSWORD, 'login-form-type': 'password' }
  });
  const cookie = entered.cookies.map((line) => line.split(';')[0]).join('; ');
  if ((await call(PAGE, { cookie })).status === 200) cookies.push(cookie);
}
if (cookies.length === 0) throw new Error('nobody could sign in');

/** Repeats an action for a time with a number of concurrent clients; returns the sorted durations in milliseconds. */
async function timesOf(users, work) {
  const times = [];
  const until = performance.now() + SECONDS * 1_000;
  await Promise.all(
    Array.from({ length: users }, async (_, user) => {
      while (performance.now() < until) {
        const begun = performance.now();
        await work(user);
        times.push(performance.now() - begun);
      }
    })
  );
  return times.sort((a, b) => a - b);
}
const at = (times, share) => times[Math.floor(times.length * share)];
const told = (times) =>
  `${at(times, 0.5).toFixed(1)} ms, 95 % within ${at(times, 0.95).toFixed(1)} ms, ${(times.length / SECONDS).toFixed(0)} a second`;

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
const page = (user) => call(PAGE, { cookie: cookies[user % cookies.length] });
const byHand = async () => {
  await Promise.all([pool.query(ROWS, [issuer.id, company.id]), pool.query(COUNT, [issuer.id, company.id])]);
};
const empty = (user) => call('/workspace/transactions/new', { cookie: cookies[user % cookies.length] });
for (let warm = 0; warm < 30; warm++) await Promise.all([page(warm), byHand(), empty(warm)]);
for (const users of [1, 4, 16]) {
  const [ours, hand, form] = [await timesOf(users, page), await timesOf(users, byHand), await timesOf(users, empty)];
  process.stdout.write(
    `${users} at once: page ${told(ours)}; by hand ${told(hand)}; ratio ${(at(ours, 0.5) / at(hand, 0.5)).toFixed(2)}; a page without a list ${told(form)}\n`
  );
}
await pool.end();
await client.end();
process.exit(0);
