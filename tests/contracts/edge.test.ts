// The server around the pages: its shutdown, its failures and its refusals before a page is requested.
import { readFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { PortalClient } from '../support/portal-client';
import { startServer, type TestServer } from '../support/server';
import { useServer } from '../support/server-world';
import { text } from '../support/texts';
import { until } from '../support/until';

const HOST = 'norrvik.localhost';
const OWN = { 'Sec-Fetch-Site': 'same-origin' };
const world = useServer();

const administrator = async () => (await world.signedIn({ role: 'Z' }, HOST)).client;

/** The server's output from character `from` on, line by line. */
const linesSince = (server: TestServer, from: number) =>
  server
    .output()
    .slice(from)
    .split('\n')
    .filter((line) => line.trim() !== '');

/** Sends a request that no client would send; resolves to the status. */
function raw(head: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(world.server.port, '127.0.0.1', () => socket.write(head));
    socket.once('error', reject);
    socket.once('data', (data) => {
      resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(String(data))?.[1]));
      socket.destroy();
    });
  });
}

describe('F-8 a server that is asked to stop', () => {
  test('says that it is not ready, answers what still arrives and ends each connection, and cuts none', async () => {
    const server = await startServer({ databaseUrl: world.database.url, env: { STOP_DRAIN_MILLIS: '3000' } });
    const agent = new Agent({ keepAlive: true, maxSockets: 60 });
    const get = (path: string) =>
      new Promise<IncomingMessage>((resolve, reject) =>
        request({ host: '127.0.0.1', port: server.port, agent, path }, (answer) =>
          answer.resume().once('end', () => resolve(answer))
        )
          .once('error', reject)
          .end()
      );
    const sixty = () => Promise.all(Array.from({ length: 60 }, () => get('/sdportal/login-signin-component')));
    await sixty();
    const ended = server.stop();
    await until(() => server.output().includes('"stopping"'));
    const answers = await sixty();
    expect(answers.map(({ statusCode, headers }) => [statusCode, headers.connection])).toEqual(
      Array.from({ length: 60 }, () => [200, 'close'])
    );
    expect((await get('/health/ready')).statusCode).toBe(503);
    expect(await ended).toBe(0);
    agent.destroy();
  }, 60_000);
});

describe('what an answer is compressed by', () => {
  const asked = (encoding?: string) =>
    new Promise<{ encoding: string | undefined; vary: string | undefined; body: Buffer }>((resolve, reject) =>
      request(
        {
          host: '127.0.0.1',
          port: world.server.port,
          path: '/sdportal/login-signin-component',
          headers: { Host: HOST, ...(encoding && { 'Accept-Encoding': encoding }) }
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.once('end', () =>
            resolve({
              encoding: answer.headers['content-encoding'],
              vary: answer.headers.vary,
              body: Buffer.concat(chunks)
            })
          );
        }
      )
        .once('error', reject)
        .end()
    );

  test('is brotli where the client takes it, else gzip, else nothing, and the page is the same', async () => {
    const plain = await asked();
    const byBrotli = await asked('gzip, deflate, br, zstd');
    const byGzip = await asked('gzip');
    expect([plain.encoding, byBrotli.encoding, byGzip.encoding]).toEqual([undefined, 'br', 'gzip']);
    expect(byBrotli.vary).toMatch(/accept-encoding/i);
    expect(String(brotliDecompressSync(byBrotli.body))).toBe(String(plain.body));
    expect(String(gunzipSync(byGzip.body))).toBe(String(plain.body));
    expect(byBrotli.body.length).toBeLessThan(byGzip.body.length);
  });
});

describe('F-14 errors of pages and actions', () => {
  test('are one JSON line under the request’s id, redacted', async () => {
    const client = await administrator();
    await world.database.query('ALTER TABLE authority_templates RENAME TO away');
    const from = world.server.output().length;
    const answer = await client.call('/workspace/people/authority-templates?q=4111111111111111');
    await until(() => linesSince(world.server, from).some((line) => line.includes('"request failed"')));
    await new Promise((resolve) => setTimeout(resolve, 300));
    await world.database.query('ALTER TABLE away RENAME TO authority_templates');
    expect(answer.status).toBe(500);
    const lines = linesSince(world.server, from).map((line) => JSON.parse(line) as Record<string, unknown>);
    const failures = lines.filter(({ level, msg }) => level === 'error' && msg === 'request failed');
    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatchObject({
      requestId: answer.headers['x-request-id'],
      method: 'GET',
      path: '/workspace/people/authority-templates',
      err: { stack: expect.any(String) }
    });
    expect(linesSince(world.server, from).join()).not.toContain('4111111111111111');
  });

  test('an aborted body is no error, and has no stack', async () => {
    const client = await administrator();
    const from = world.server.output().length;
    const paths = ['/services/authentication-service/public/login-info', '/workspace/people/user-groups'];
    for (const path of paths)
      await new Promise<void>((resolve) => {
        const call = request({
          host: '127.0.0.1',
          port: world.server.port,
          path,
          method: 'POST',
          headers: {
            Host: client.authority,
            Cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
            'Content-Type': path.includes('workspace') ? 'multipart/form-data; boundary=x' : 'application/json',
            'Content-Length': '5000',
            ...client.protectedHeaders(),
            ...OWN
          }
        });
        call.once('error', () => {}).once('close', () => resolve());
        call.write('--x\r\n{"userId"', () => setTimeout(() => call.destroy(), 200));
      });
    const isAnswered = (path: string) =>
      linesSince(world.server, from).some(
        (line) => line.includes(`"path":"${path}"`) && line.includes('"msg":"request"')
      );
    await until(() => paths.every(isAnswered));
    await new Promise((resolve) => setTimeout(resolve, 300));
    const lines = linesSince(world.server, from).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
    expect(linesSince(world.server, from).join()).not.toContain('stack');
  });
});

describe('F-16 odd requests', () => {
  test('a request for everything there is leads nowhere', async () => {
    const status = await raw(`OPTIONS * HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n\r\n`);
    expect([204, 404]).toContain(status);
  });

  test('a form over 5 MB is too large for the workspace, sent in chunks as well', async () => {
    const client = await administrator();
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x', 'Accept-Language': 'en-US', ...OWN };
    for (const more of [{}, { 'Transfer-Encoding': 'chunked' }] as Record<string, string>[]) {
      const answer = await client.call('/workspace/people/user-groups', {
        body: `--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n${'x'.repeat(6_000_000)}\r\n--x--\r\n`,
        headers: { ...headers, ...more }
      });
      expect(answer.status).toBe(413);
      expect(answer.body).toContain(text('file.too.large.title'));
    }
  });

  test('no action fails of odd arguments', async () => {
    let client = await administrator();
    const faults: string[] = [];
    for (const [action, page] of actions())
      for (const [type, body] of [
        ['text/plain;charset=UTF-8', '["x","y","z","w"]'],
        ['multipart/form-data; boundary=x', odd('["x","y","z","w"]')],
        ['multipart/form-data; boundary=x', odd('[]')]
      ] as const) {
        const headers = { 'Next-Action': action, 'Content-Type': type, Origin: `http://${client.authority}`, ...OWN };
        const { status } = await client.call(page, { method: 'POST', body, headers });
        // Some of them sign out.
        if (!client.cookies.has('tessera-session')) client = await administrator();
        if (status >= 500) faults.push(`${page} ${type} ${body.slice(-30)}: ${status}`);
      }
    expect(faults).toEqual([]);
  }, 300_000);
});

const odd = (json: string) => `--x\r\nContent-Disposition: form-data; name="0"\r\n\r\n${json}\r\n--x--\r\n`;

/** Every server action, with an address of a page that has it. */
function actions(): [string, string][] {
  const { node } = JSON.parse(readFileSync('.next/standalone/.next/server/server-reference-manifest.json', 'utf8')) as {
    node: Record<string, { workers: Record<string, unknown> }>;
  };
  return Object.entries(node).map(([id, { workers }]) => {
    const pages = Object.keys(workers).map((worker) => worker.slice('app'.length, -'/page'.length));
    const page = pages.find((path) => !path.includes('[')) ?? pages[0] ?? '/workspace';
    // Portal pages have other internal addresses.
    const asked = page.replace(/^\/sdportal\/\[audience\]\/\[locale\]\/\(\w+\)/, '/sdportal');
    return [id, asked.replace(/\[\w+\]/g, '00000000-0000-7000-8000-000000000000')];
  });
}

test('F-17 the framework’s optimizer of images answers nobody', async () => {
  const { status } = await world.client().call('/_next/image?url=%2Ficon.svg&w=64&q=75');
  expect(status).toBe(404);
});

describe('F-20 a post to the workspace from elsewhere', () => {
  const post = (client: PortalClient, headers: Record<string, string>) =>
    client.call('/workspace/people/user-groups', {
      body: odd('[]'),
      headers: { 'Content-Type': 'multipart/form-data; boundary=x', ...headers }
    });

  test.each(['cross-site', 'same-site'])('%s is refused with a page', async (site) => {
    const client = await administrator();
    const answer = await post(client, { 'Sec-Fetch-Site': site, Accept: 'text/html', 'Accept-Language': 'en-US' });
    expect(answer.status).toBe(403);
    expect(answer.body).toContain('data-brand="norrvik"');
    expect(answer.body).toContain(text('request.refused.title'));
    const read = await post(client, { 'Sec-Fetch-Site': site, 'Sec-Fetch-Dest': 'empty' });
    expect([read.status, (read.json() as { errors: { code: string }[] }).errors[0]?.code]).toEqual([
      403,
      'request.forged'
    ]);
  });

  test('of its own pages is taken', async () => {
    // It names no action.
    expect((await post(await administrator(), OWN)).status).toBe(400);
  });
});

test('F-21 an action sent to the page of another works on a brand’s host', async () => {
  const client = await administrator();
  const manifest = readFileSync('.next/standalone/.next/server/server-reference-manifest.json', 'utf8');
  const { node } = JSON.parse(manifest) as { node: Record<string, { workers: Record<string, unknown> }> };
  const elsewhere = '/workspace/people/user-groups';
  const foreign = Object.entries(node).find(
    ([, { workers }]) => workers['app/workspace/maintenance/page'] && !workers[`app${elsewhere}/page`]
  )?.[0] as string;
  const form = new FormData();
  form.append('1_minutes', 'nonsense');
  form.append('0', '[{},"$K1"]');
  const encoded = new Response(form);
  const answer = await client.call(elsewhere, {
    method: 'POST',
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: {
      'Content-Type': encoded.headers.get('content-type') as string,
      'Next-Action': foreign,
      Accept: 'text/x-component',
      Origin: `http://${client.authority}`,
      ...OWN
    }
  });
  expect(answer.status).toBe(200);
  expect(String(answer.headers['content-type'])).toContain('text/x-component');
  // Nobody from outside can pose as the server itself.
  const posed = await client.call('/workspace', {
    headers: { 'X-Tessera-Edge': 'guessed', 'X-Forwarded-Host': 'evil.example', 'X-Request-Id': 'guessed-by-somebody' }
  });
  expect([posed.status, posed.headers['x-request-id']]).not.toContain('guessed-by-somebody');
});

test('F-10 C4.037 files of feeds are not taken during maintenance either', async () => {
  const [person, system] = [(await world.signedIn({ role: 'I' }, HOST)).client, await administrator()];
  const path = '/workspace/feeds/file?name=a.csv&mapping=00000000-0000-4000-8000-000000000000';
  const bring = (client: PortalClient) =>
    client.call(path, { body: 'x', headers: { ...OWN, ...client.protectedHeaders() } });
  await world.database.query(
    "INSERT INTO maintenance (begun_at, expected_end) VALUES (now(), now() + interval '10 minutes')"
  );
  const [refused, taken] = [await bring(person), await bring(system)];
  await world.database.query('DELETE FROM maintenance');
  expect([refused.status, (refused.json() as { errors: { code: string }[] }).errors[0]?.code]).toEqual([
    503,
    'maintenance.message'
  ]);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500);
  expect(taken.status).not.toBe(503);
});
