import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, type TestDatabase } from '../support/database';
import { actionFields } from '../support/page-forms';
import { aCardholder, PASSWORD } from '../support/people';
import { freePort, startServer, type TestServer } from '../support/server';
import { until } from '../support/until';

// No container engine is asked for: the same steps are taken in a clean folder, the same files run for real.

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createDatabase({ seeded: true });
  folder = mkdtempSync(join(tmpdir(), 'tessera-container-'));
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

describe('the image', () => {
  const dockerfile = readFileSync('Dockerfile', 'utf8');
  const runtime = dockerfile.slice(dockerfile.indexOf('AS runtime'));

  test('runs as an ordinary user, with a health check', () => {
    expect(runtime).toMatch(/^USER node$/m);
    expect(runtime).toMatch(/^HEALTHCHECK /m);
    expect(runtime).toMatch(/^STOPSIGNAL SIGTERM$/m);
  });

  test('holds all that the server and the migrations need, and nothing of the checkout', async () => {
    const root = join(folder, 'image');
    for (const [, from = '', to = ''] of runtime.matchAll(/^COPY --from=build \/tessera\/(\S+) (\S+)$/gm)) {
      cpSync(from, join(root, to), { recursive: true });
    }
    expect(existsSync(join(root, 'server.js'))).toBe(true);
    for (const unwanted of ['tests', 'docs', '.data', 'prisma/seed', 'Dockerfile'])
      expect(existsSync(join(root, unwanted))).toBe(false);
    const env = { ...process.env, DATABASE_URL: database.ownerUrl };
    expect(execFileSync(process.execPath, ['prisma/migrate.mjs'], { cwd: root, env, encoding: 'utf8' })).toContain(
      'up to date'
    );
    const server = await startServer({ databaseUrl: database.url, cwd: root });
    const page = await (await fetch(`${server.url}/sdportal/login-signin-component`)).text();
    expect(page).toContain('data-brand="tessera"');
    expect((await fetch(`${server.url}/icon.svg`)).status).toBe(200);
    const person = await aCardholder(database);
    const form = new URLSearchParams({ username: person.b2BAlias, password: PASSWORD, 'login-form-type': 'password' });
    expect((await fetch(`${server.url}/heracles/login`, { method: 'POST', body: form })).status).toBe(200);
    expect(await server.stop()).toBe(0);
  });
});

describe('F-6 Compose', () => {
  /** The file without its comments. */
  const settingsOf = (file: string) => readFileSync(file, 'utf8').replace(/^\s*#.*$/gm, '');

  test('takes no mode for granted, and has neither demo data nor a mail catcher without the demo’s file', () => {
    const compose = settingsOf('docker-compose.yml');
    expect(compose).toMatch(/TESSERA_MODE: \$\{TESSERA_MODE:\?set TESSERA_MODE=production/);
    expect(compose).not.toMatch(/demo(?!\.yml| for the demo|\})|seed|mailpit/);
  });

  test('shows the demo to its own machine alone', () => {
    const demo = settingsOf('docker-compose.demo.yml');
    const ports = [...demo.matchAll(/"([^"]+:\d+:\d+)"/g)].map(([, port]) => port);
    expect(ports).toHaveLength(3);
    expect(ports.filter((port) => !port?.startsWith('127.0.0.1:'))).toEqual([]);
    expect(demo).toMatch(/ports: !override /);
  });

  test('F-12 migrates as the owner and runs as another role', () => {
    const compose = settingsOf('docker-compose.yml');
    const users = [...compose.matchAll(/(DATABASE_\w*URL): "?postgresql:\/\/(\w+):\$\{(\w+):\?/g)];
    expect(users.map(([, ...found]) => found)).toEqual([
      ['DATABASE_URL', 'tessera_app', 'DATABASE_APP_PASSWORD'],
      ['DATABASE_OWNER_URL', 'tessera', 'DATABASE_PASSWORD']
    ]);
    for (const service of ['app', 'worker'])
      expect(new RegExp(`^  ${service}:\n(    .*\n)+`, 'm').exec(compose)?.[0]).not.toContain('OWNER');
  });
});

describe('the edge', () => {
  let server: TestServer;
  let nginx: ReturnType<typeof spawn>;
  let [http, https] = [0, 0];

  const nginxPath = () => {
    const found = () =>
      ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find(existsSync);
    if (!found() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
      execFileSync('apt-get', ['update'], { stdio: 'ignore' });
      execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'nginx'], { stdio: 'ignore' });
    }
    const path = found();
    if (!path) throw new Error('this test needs nginx: install it with the system’s package manager');
    return path;
  };

  beforeAll(async () => {
    server = await startServer({ databaseUrl: database.url, env: { TESSERA_TRUSTED_PROXIES: '1' } });
    [http, https] = [await freePort(), await freePort()];
    const settings: Record<string, string> = {
      TESSERA_UPSTREAM: `127.0.0.1:${server.port}`,
      TESSERA_HTTP_PORT: `127.0.0.1:${http}`,
      TESSERA_HTTPS_PORT: `127.0.0.1:${https}`,
      TESSERA_TLS: folder,
      TESSERA_CACHE: join(folder, 'cache'),
      TESSERA_ACCESS_LOG: join(folder, 'access.log')
    };
    const pair = ['-keyout', join(folder, 'tls.key'), '-out', join(folder, 'tls.crt')];
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost', ...pair],
      { stdio: 'ignore' }
    );
    const configuration = readFileSync('deploy/nginx.conf', 'utf8').replace(
      /\$\{(TESSERA_\w+)\}/g,
      (_all, name) => settings[name] ?? ''
    );
    // nginx before 1.25 has HTTP/2 as a parameter of listen.
    const [, minor = '99'] = /nginx\/1\.(\d+)/.exec(nginxVersion()) ?? [];
    const fitting = Number(minor) < 25 ? configuration.replace(/^\s*http2 on;$/m, '') : configuration;
    writeFileSync(join(folder, 'edge.conf'), fitting);
    for (const name of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'])
      mkdirSync(join(folder, name), { recursive: true });
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    writeFileSync(
      join(folder, 'nginx.conf'),
      `daemon off; ${user} pid ${folder}/nginx.pid; error_log stderr warn; events {} http { access_log ${folder}/usual.log;
       client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
       uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi; include ${folder}/edge.conf; }`
    );
    nginx = spawn(nginxPath(), ['-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'pipe'] });
    let complaint = '';
    nginx.stderr?.on('data', (data) => (complaint += data));
    for (let tries = 0; tries < 50; tries++) {
      if (nginx.exitCode !== null) throw new Error(`nginx does not take the configuration: ${complaint}`);
      if (
        await get('norrvik.localhost', '/icon.svg').then(
          () => true,
          () => false
        )
      )
        return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`nginx does not answer: ${complaint}`);
  });

  afterAll(async () => {
    nginx?.kill('SIGQUIT');
    await server?.stop();
  });

  /** nginx prints its version to standard error. */
  function nginxVersion(): string {
    return spawnSync(nginxPath(), ['-v'], { encoding: 'utf8' }).stderr;
  }

  function get(host: string, path: string, headers: Record<string, string> = {}, body?: Buffer) {
    return new Promise<{ status: number; headers: Record<string, string | string[] | undefined>; body: string }>(
      (resolve, reject) => {
        const call = request(
          {
            host: '127.0.0.1',
            port: https,
            servername: host,
            rejectUnauthorized: false,
            path,
            method: body ? 'POST' : 'GET',
            agent: false,
            headers: {
              Host: host,
              ...(body && { 'Content-Length': String(body.length) }),
              ...headers
            }
          },
          (answer) => {
            let text = '';
            answer.on('data', (data) => (text += data));
            answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }));
          }
        );
        call.on('error', reject);
        call.end(body);
      }
    );
  }

  const PAGE = '/sdportal/login-signin-component';

  test('ends TLS and gives each host name its brand; plain HTTP is sent to TLS', async () => {
    expect((await get('norrvik.localhost', PAGE)).body).toContain('data-brand="norrvik"');
    expect((await get('asanagi.localhost', PAGE)).body).toContain('data-brand="asanagi"');
    const plain = await fetch(`http://127.0.0.1:${http}/x?y=1`, { redirect: 'manual' });
    expect([plain.status, plain.headers.get('location')]).toEqual([308, 'https://127.0.0.1/x?y=1']);
  });

  test('keeps brand pages, never mixing brands, languages or what a person chose', async () => {
    const languages = { de: { 'Accept-Language': 'de' }, ja: { 'Accept-Language': 'ja' } };
    for (const [tag, headers] of Object.entries(languages)) {
      expect((await get('tessera.localhost', PAGE, headers)).body).toContain(`<html lang="${tag}"`);
      const again = await get('tessera.localhost', PAGE, headers);
      expect(again.headers['x-cache']).toBe('HIT');
      expect(again.body).toContain(`<html lang="${tag}"`);
    }
    const chosen = await get('tessera.localhost', PAGE, { ...languages.de, Cookie: 'user_locale=fr' });
    expect(chosen.body).toContain('<html lang="fr"');
    expect((await get('tessera.localhost', `${PAGE}?cobrandHost=norrvik`, languages.de)).body).toContain(
      'data-brand="norrvik"'
    );
    expect((await get('tessera.localhost', `${PAGE}?user_locale=da`, languages.de)).status).toBe(303);
    expect(
      (await get('tessera.localhost', `${PAGE}?user_locale=da`, languages.de)).headers['set-cookie']
    ).toBeDefined();
  });

  test('F-9 keeps pages by the cookie that the product reads, whose name is written so', async () => {
    const path = '/sdportal/login-signin-component';
    const body = async (cookie: string) => (await get('tessera.localhost', path, { cookie })).body;
    const german = await body('user_locale=de');
    expect(german).toContain('<html lang="de"');
    expect(await body('USER_LOCALE=de; User_Locale=de')).not.toContain('<html lang="de"');
    expect(await body('other=1; user_locale=de')).toContain('<html lang="de"');
    expect(await body('USER_LOCALE=fr; user_locale=de')).toContain('<html lang="de"');
  });

  test('F-17 asks nothing to optimize images', async () => {
    expect((await get('norrvik.localhost', '/_next/image?url=%2Ficon.svg&w=64&q=75')).status).toBe(404);
  });

  test('C9.009 logs requests without what was asked for, in which there may be a card number or a secret', async () => {
    for (const path of ['/icon.svg?q=4111111111111111', '/nowhere/4111111111111111'])
      await get('norrvik.localhost', path);
    const log = () => readFileSync(join(folder, 'access.log'), 'utf8');
    await until(() => / norrvik\.localhost GET 404 /.test(log()));
    expect(log()).toMatch(/^\S+ \[\S+\] [0-9a-f]{32} norrvik\.localhost GET 200 \d+ /m);
    expect(log()).not.toContain('4111');
    expect(readFileSync(join(folder, 'usual.log'), 'utf8')).toBe('');
  });

  test('keeps what is for operators inside', async () => {
    for (const path of ['/metrics', '/health/ready', '/health/live'])
      expect((await get('tessera.localhost', path)).status).toBe(404);
  });

  test('P7.014 PD.13 a sign-in gets a __Host- cookie, and nobody poses as another address', async () => {
    const person = await aCardholder(database);
    const form = new FormData();
    for (const [name, value] of actionFields((await get('norrvik.localhost', PAGE)).body, ['userId']) ?? [])
      form.append(name, value);
    form.set('userId', person.userId);
    form.set('password', PASSWORD);
    const encoded = new Response(form);
    const headers = {
      'Content-Type': encoded.headers.get('content-type') as string,
      'Sec-Fetch-Site': 'same-origin',
      'X-Forwarded-For': '203.0.113.66'
    };
    const answer = await get('norrvik.localhost', PAGE, headers, Buffer.from(await encoded.arrayBuffer()));
    expect([answer.status, answer.headers.location]).toEqual([303, '/workspace']);
    const cookies = (answer.headers['set-cookie'] as string[]).join('\n');
    const session = /^__Host-tessera-session=[^;]+; (.+)$/m.exec(cookies)?.[1]?.toLowerCase().split('; ').sort();
    expect(session).toEqual(['httponly', 'path=/', 'samesite=lax', 'secure']);
    const rows = await database.query('SELECT host(address) AS address FROM sessions WHERE user_id = $1', [person.id]);
    expect(rows).toEqual([{ address: '127.0.0.1' }]);
  });
});
