// Resources that strangers can grow, block or break without a sign-in.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { keptMegabytes, TELLS_ITS_HEAP } from '../support/heap';
import { PortalClient, PUBLIC } from '../support/portal-client';
import { useServer } from '../support/server-world';
import { experiment, quantile, tally, times } from './experiment';

const TOKEN = 'experiments-metrics-token';
const world = useServer({ METRICS_TOKEN: TOKEN, ...TELLS_ITS_HEAP });
const SIGN_IN = '/sdportal/login-signin-component';
const text = (length: number) => randomBytes(length).toString('hex').slice(0, length);
const letters = (length: number) => text(length).replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] as string);

/** The resident memory of the server, in MB. */
const memory = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${world.server.process.pid}/status`, 'utf8'))?.[1]) / 1_024;

async function series(): Promise<number> {
  const { body } = await world.client().call('/metrics', { headers: { Authorization: `Bearer ${TOKEN}` } });
  return body.split('\n').filter((line) => line !== '' && !line.startsWith('#')).length;
}

/** Rows of every table that a call without a session may write, by table. */
async function rows(): Promise<Record<string, number>> {
  const tables = ['rate_limits', 'outbox', 'sessions', 'sign_in_counters', 'client_log', 'federated_sign_ins', 'jobs'];
  const there = await world.database.query<{ name: string }>(
    'SELECT relname AS name FROM pg_class WHERE relname = ANY($1)',
    [tables]
  );
  const counted = await Promise.all(
    there.map(async ({ name }) => {
      const [row] = await world.database.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${name}`);
      return [name, row?.count ?? 0] as const;
    })
  );
  return Object.fromEntries(counted);
}

/** Sends raw bytes and returns the response, until the end or for a number of milliseconds. */
function raw(bytes: string, patience = 2_000): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(world.server.port, '127.0.0.1', () => socket.write(bytes));
    const end = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    const timer = setTimeout(end, patience);
    socket.on('data', (data) => (answer += data));
    socket.on('end', end);
    socket.on('error', end);
  });
}

experiment(
  {
    id: 'X10',
    tries: 'F-2: 30,000 made-up paths below every part of the product, with every method',
    passes:
      'fewer than 50 new metric series, at most 50 MB more kept by the server, at most 100 MB more resident by the last 10,000, no error of the server',
    seconds: 300
  },
  async () => {
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];
    const roots = [
      '',
      '/workspace',
      '/sdportal',
      '/services',
      '/heracles',
      '/assets',
      '/demo',
      '//',
      '/_next',
      '/health'
    ];
    const path = (n: number) => `${roots[n % roots.length]}/${letters(8)}/${letters(6)}${n % 3 === 0 ? '/' : ''}`;
    await times(500, 16, (n) => world.client().call(path(n), { method: methods[n % methods.length] as string }));
    const [before, kept] = [await series(), await keptMegabytes(world.server)];
    const asked = (count: number) =>
      times(count, 16, async (n) => {
        const { status } = await world.client().call(path(n), { method: methods[n % methods.length] as string });
        return status;
      });
    // The collector lets the heap grow to its size first: what is kept for good would go on growing after that.
    const first = await asked(20_000);
    const held = memory();
    const statuses = [...first, ...(await asked(10_000))];
    const [grown, more] = [(await series()) - before, memory() - held];
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(grown).toBeLessThan(50);
    expect(more).toBeLessThan(100);
    const keptMore = (await keptMegabytes(world.server)) - kept;
    expect(keptMore).toBeLessThan(50);
    return `${grown} series more, ${keptMore.toFixed(0)} MB more kept, ${more.toFixed(0)} MB more resident; ${tally(statuses)}`;
  }
);

experiment(
  {
    id: 'X11',
    tries: '10,000 sign-in pages with made-up host, cobrandHost, language, cookies and headers',
    passes: 'at most 150 MB more memory, no row more, no error of the server',
    seconds: 180
  },
  async () => {
    const ask = (n: number) => {
      const client = new PortalClient(world.server.port, `${letters(10)}.example`);
      for (const name of ['user_locale', 'user_id', 'sec-token', 'tessera-session', letters(6)])
        client.cookies.set(name, text(30));
      return client.call(`${SIGN_IN}?cobrandHost=${text(12)}&${letters(5)}=${n}`, {
        headers: {
          'Accept-Language': `${letters(2)}-${letters(2).toUpperCase()};q=0.${n % 10}`,
          'X-Forwarded-For': `10.${n % 250}.1.1`,
          'X-Request-Id': text(20),
          [`X-${letters(8)}`]: text(40)
        }
      });
    };
    await times(500, 16, ask);
    const [before, held] = [await rows(), memory()];
    const statuses = await times(10_000, 16, async (n) => (await ask(n)).status);
    const more = memory() - held;
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(await rows()).toEqual(before);
    expect(more).toBeLessThan(150);
    return `${more.toFixed(0)} MB more; ${tally(statuses)}`;
  }
);

experiment(
  {
    id: 'X12',
    tries: '10,000 made-up user ids in look-ups, recoveries and sign-ins from one address',
    passes: 'limits end it: at most 3,000 rows more over all tables, at most 150 MB more memory',
    seconds: 240
  },
  async () => {
    const calls = [
      () => world.client().post(`${PUBLIC}/login-info`, { userId: letters(12) }),
      () => world.client().post(`${PUBLIC}/forgot-password`, { userId: letters(12), locale: 'en_US' }),
      () => world.client().post(`${PUBLIC}/one-time-pins`, { userId: letters(12), locale: 'en_US' }),
      () => world.client().enter(text(32), 'password', 'Wrong-Password-99')
    ];
    const [before, held] = [await rows(), memory()];
    const statuses = await times(
      10_000,
      16,
      async (n) => (await (calls[n % calls.length] as () => Promise<{ status: number }>)()).status
    );
    const after = await rows();
    const grown = Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)] as const);
    const more = memory() - held;
    expect(grown.reduce((sum, [, count]) => sum + Math.max(0, count), 0)).toBeLessThan(3_000);
    expect(more).toBeLessThan(150);
    expect(statuses.filter((status) => status === 500)).toEqual([]);
    const said = grown.filter(([, count]) => count > 0).map(([name, count]) => `${name} +${count}`);
    // The next experiments come from the same address, and begin with its limits unused.
    await world.database.query('DELETE FROM rate_limits');
    return `${said.join(', ') || 'no rows'}; ${more.toFixed(0)} MB more; ${tally(statuses)}`;
  }
);

experiment(
  {
    id: 'X13',
    tries: '400 connections that send a header byte by byte, while others ask for pages',
    passes: 'every page is answered, 95 of 100 within a second'
  },
  async () => {
    const sockets = await times(400, 100, async () => {
      const socket = connect(world.server.port, '127.0.0.1');
      socket.on('error', () => {});
      await new Promise((resolve) => socket.once('connect', resolve));
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
      return socket;
    });
    const dribble = setInterval(() => {
      for (const socket of sockets) socket.write('a');
    }, 200);
    const took: number[] = [];
    const statuses = await times(300, 8, async () => {
      const began = performance.now();
      const { status } = await world.client().call(SIGN_IN);
      took.push(performance.now() - began);
      return status;
    });
    clearInterval(dribble);
    for (const socket of sockets) socket.destroy();
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect(quantile(took, 0.95)).toBeLessThan(1_000);
    return `300 pages, 95 of 100 within ${quantile(took, 0.95).toFixed(0)} ms`;
  }
);

experiment(
  {
    id: 'X14',
    tries:
      'F-16: odd request lines and framing: OPTIONS *, absolute form, CONNECT, TRACE, two lengths, length with chunks, NUL, 60 KB of headers',
    passes: 'each is answered below 500 or cut off; the server lives on'
  },
  async () => {
    const host = 'Host: localhost\r\n';
    const requests = [
      `OPTIONS * HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
      `GET http://evil.example/ HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
      `CONNECT evil.example:443 HTTP/1.1\r\n${host}\r\n`,
      `TRACE / HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
      `POST /heracles/login HTTP/1.1\r\n${host}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`,
      `POST /heracles/login HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /demo/mail HTTP/1.1\r\n${host}\r\n`,
      `POST /heracles/login HTTP/1.1\r\n${host}Transfer-Encoding: xchunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
      `GET /\0 HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
      `GET /%E0%A4%A HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
      `GET /..%2f..%2fetc%2fpasswd HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
      `GET / HTTP/1.1\r\n${host}X-Big: ${'a'.repeat(60_000)}\r\nConnection: close\r\n\r\n`,
      `GET /${'a'.repeat(15_000)} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
      `GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n`,
      `GET / HTTP/9.9\r\n${host}Connection: close\r\n\r\n`
    ];
    const statuses: string[] = [];
    for (const bytes of requests) statuses.push(/^HTTP\/1\.1 (\d+)/.exec(await raw(bytes))?.[1] ?? 'cut off');
    expect(statuses.filter((status) => Number(status) >= 500)).toEqual([]);
    expect((await world.client().call(SIGN_IN)).status).toBe(200);
    return statuses.join(', ');
  }
);

experiment(
  {
    id: 'X15',
    tries: 'F-16: 40 bodies of 20 MB in chunks, without a length, to contracts, pages and actions',
    passes: 'none is taken, none is an error of the server, at most 200 MB more memory',
    seconds: 120
  },
  async () => {
    const targets = ['/heracles/login', SIGN_IN, `${PUBLIC}/login-info`, '/workspace/people/new', '/workspace'];
    const held = memory();
    const statuses = await times(40, 4, async (n) => {
      const body = Buffer.alloc(20 * 1_024 * 1_024, 97);
      const answer = await world
        .client()
        .call(targets[n % targets.length] as string, {
          method: 'POST',
          body,
          headers: {
            'Transfer-Encoding': 'chunked',
            'Content-Type': n % 2 === 0 ? 'application/x-www-form-urlencoded' : 'multipart/form-data; boundary=x',
            'Sec-Fetch-Site': 'same-origin'
          }
        })
        .catch(() => ({ status: 'cut off' as const }));
      return answer.status;
    });
    const more = memory() - held;
    expect(statuses.filter((status) => status === 200 || (typeof status === 'number' && status >= 500))).toEqual([]);
    expect(more).toBeLessThan(200);
    return `${tally(statuses)}; ${more.toFixed(0)} MB more`;
  }
);

experiment(
  {
    id: 'X16',
    tries: 'bodies that cost much to read: 100,000 nested lists, a million keys, a string of 8 MB, prototype keys',
    passes: 'each is refused within a second'
  },
  async () => {
    const bodies = [
      '['.repeat(100_000) + ']'.repeat(100_000),
      `{${Array.from({ length: 200_000 }, (_, n) => `"k${n}":1`).join(',')}}`,
      JSON.stringify({ userId: 'x'.repeat(8_000_000) }),
      '{"__proto__":{"userId":"x"},"constructor":{"prototype":{"admin":true}},"userId":{"$gt":""}}'
    ];
    const took: number[] = [];
    const statuses: number[] = [];
    for (const body of bodies) {
      const began = performance.now();
      const answer = await world
        .client()
        .call(`${PUBLIC}/login-info`, {
          method: 'POST',
          body,
          headers: { 'Content-Type': 'application/json', ...world.client().protectedHeaders() }
        })
        .catch(() => ({ status: 413 }));
      statuses.push(answer.status);
      took.push(performance.now() - began);
    }
    expect(statuses.every((status) => status >= 400 && status < 500)).toBe(true);
    expect(Math.max(...took)).toBeLessThan(1_000);
    return `${tally(statuses)}, slowest ${Math.max(...took).toFixed(0)} ms`;
  }
);

experiment(
  {
    id: 'X17',
    tries: 'a shared page asked with 18 headers that no cache has in its key',
    passes: 'the bytes are those of the page without them'
  },
  async () => {
    const client = () => world.client('norrvik.localhost');
    const plain = await client().call(SIGN_IN);
    expect(plain.headers['cache-control']).toContain('s-maxage');
    const names = [
      ...['X-Forwarded-Host', 'X-Forwarded-Port', 'X-Forwarded-Server', 'X-Host', 'Forwarded', 'X-Original-URL'],
      ...['X-Rewrite-URL', 'X-HTTP-Method-Override', 'X-Forwarded-Prefix', 'X-Forwarded-Path', 'Origin', 'Referer'],
      ...['User-Agent', 'Range', 'X-Nonce', 'RSC', 'Next-Router-State-Tree', 'X-Middleware-Subrequest']
    ];
    const differing: string[] = [];
    for (const name of names) {
      const answer = await client().call(SIGN_IN, { headers: { [name]: 'evil.example' } });
      if (answer.body !== plain.body || answer.status !== 200) differing.push(`${name} (${answer.status})`);
    }
    expect(differing).toEqual([]);
    return `${names.length} headers, the same ${plain.body.length} characters`;
  }
);

experiment(
  {
    id: 'X18',
    tries:
      'F-17: addresses of the framework that the product does not use: image optimizer, data, internals, source maps',
    passes: 'each is 404 or leads to nothing'
  },
  async () => {
    const paths = [
      '/_next/image?url=%2Ficon.svg&w=64&q=75',
      '/_next/image?url=http%3A%2F%2F127.0.0.1%3A5432%2F&w=64&q=75',
      '/_next/data/build/workspace.json',
      '/_next/static/..%2f..%2fserver.js',
      '/_next/static/chunks/app/layout.js.map',
      '/.env',
      '/.git/config',
      '/server.js',
      '/package.json'
    ];
    const statuses = await times(paths.length, 1, async (n) => (await world.client().call(paths[n] as string)).status);
    expect(statuses.filter((status) => ![400, 404].includes(status))).toEqual([]);
    return tally(statuses);
  }
);

experiment(
  {
    id: 'X19',
    tries: 'posts of another site, of a sibling host, without any origin, to sign-in page, front door and contracts',
    passes: 'each is refused and no session begins'
  },
  async () => {
    const { person } = await world.signedIn();
    const origins: Record<string, string>[] = [
      { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
      { Origin: 'http://other.localhost', 'Sec-Fetch-Site': 'same-site' },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { Cookie: 'a=b' }
    ];
    const refused: number[] = [];
    for (const headers of origins)
      for (const [path, form] of [
        [SIGN_IN, { userId: person.userId, password: person.password }],
        ['/heracles/login', { username: person.b2BAlias, password: person.password, 'login-form-type': 'password' }]
      ] as const) {
        const client = world.client();
        refused.push((await client.call(path, { form, headers })).status);
        expect(client.cookies.has('tessera-session')).toBe(false);
      }
    expect(refused.filter((status) => status !== 403)).toEqual([]);
    return `${refused.length} posts, ${tally(refused)}`;
  }
);

experiment(
  {
    id: 'X20',
    tries:
      'made-up and hostile values of cobrandHost, locale, Host and the path: line feeds, markup, templates, NUL, other hosts',
    passes: 'no header, no markup and no foreign address comes back'
  },
  async () => {
    const values = [
      '%0d%0aX-Injected:%20yes',
      '%3Cscript%3Ealert(1)%3C/script%3E',
      '%22%3E%3Cimg%20src=x%20onerror=alert(1)%3E',
      '$%7B7*7%7D',
      '__proto__',
      '%00',
      'https:%2f%2fevil.example%2f',
      '%2f%2fevil.example',
      'javascript:alert(1)'
    ];
    const pages = [SIGN_IN, '/', '/sdportal/logout-component', '/sdportal/forgot-password-component', '/nowhere'];
    const parameters = ['cobrandHost', 'user_locale', 'locale', 'dest', 'delivery', 'ec', 'error', 'next', 'token'];
    const faults: string[] = [];
    let asked = 0;
    for (const value of values)
      for (const page of pages) {
        asked += 1;
        const { status, headers, body } = await world
          .client()
          .call(`${page}?${parameters.map((name) => `${name}=${value}`).join('&')}`);
        const leads = new URL(String(headers.location ?? '/'), 'http://localhost').hostname;
        if (
          status >= 500 ||
          headers['x-injected'] ||
          leads.includes('evil') ||
          /<script>alert|<img src=x|evil\.example/.test(body)
        )
          faults.push(`${page} ${value}: ${status}`);
      }
    expect(faults).toEqual([]);
    return `${asked} pages`;
  }
);
