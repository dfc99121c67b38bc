// Faults: the database, the mail server, the process, and an invalid start.
import { spawn } from 'node:child_process';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, type TestDatabase } from '../support/database';
import { startMailbox } from '../support/mailbox';
import { sendUpload } from '../support/page-forms';
import { aCardholder, PASSWORD } from '../support/people';
import { PortalClient, PUBLIC } from '../support/portal-client';
import { freePort, startServer, TEST_SECRET, type TestServer } from '../support/server';
import { aCompany, anAccount, anIssuer, aUserAt } from '../support/structure';
import { experiment, quantile, tally, times } from './experiment';

const SIGN_IN = '/sdportal/login-signin-component';
let database: TestDatabase;
beforeEach(async () => {
  database = await createDatabase({ seeded: true });
});
afterEach(async () => {
  await database?.drop();
});

/** A relay to the database that the test can break and restore. */
async function aBreakableWay(url: string) {
  const { hostname, port: target } = new URL(url);
  const sockets = new Set<Socket>();
  let way: Server | undefined;
  let port = 0;
  const open = async () => {
    way = createServer((from) => {
      const to = connect(Number(target), hostname);
      for (const socket of [from, to]) {
        sockets.add(socket);
        socket.on('error', () => {});
        socket.on('close', () => {
          from.destroy();
          to.destroy();
        });
      }
      from.pipe(to).pipe(from);
    });
    await new Promise<void>((resolve) => way?.listen(port, '127.0.0.1', () => resolve()));
    port = (way.address() as { port: number }).port;
  };
  await open();
  return {
    url: Object.assign(new URL(url), { port: String(port) }).href,
    mend: open,
    cut: () => {
      way?.close();
      for (const socket of sockets) socket.destroy();
    }
  };
}

/** A cardholder with an account, signed in. */
async function aSpender(server: TestServer) {
  const account = await anAccount(database, await aCompany(database, await anIssuer(database)));
  const user = await aUserAt(database, 'A', account);
  const client = new PortalClient(server.port);
  expect((await client.signIn(user.userId, PASSWORD)).body).toBe('/workspace');
  let serial = 0;
  const add = async (one = client) => {
    const purpose = `Trip ${++serial}`;
    const answer = await sendUpload(one, '/workspace/transactions/new/add', {
      purpose,
      accountId: account.id,
      transactionDate: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
      merchantName: 'Hansen Taxi',
      amount: '10.01',
      currency: 'EUR'
    }).catch(() => null);
    return answer?.status === 200 && answer.body.includes('done=added') ? purpose : null;
  };
  const kept = async () =>
    (
      await database.query<{ purpose: string }>('SELECT purpose FROM transactions WHERE account_id = $1', [account.id])
    ).map(({ purpose }) => purpose);
  return { client, add, kept };
}

experiment(
  {
    id: 'X27',
    tries:
      'F-5 W6: the database is away for some seconds while pages, lists, exports and forms of the workspace are asked for',
    passes: 'each is 503 with Retry-After in the look of the brand; all are well within ten seconds after',
    seconds: 120
  },
  async () => {
    const way = await aBreakableWay(database.url);
    const server = await startServer({ databaseUrl: way.url });
    const { client } = await aSpender(server);
    const paths = ['/workspace', '/workspace/transactions', '/workspace/profile', '/workspace/export/transactions'];
    for (const path of paths) expect((await client.call(path)).status).toBe(200);
    way.cut();
    const away = await times(paths.length, 2, async (n) => client.call(paths[n] as string));
    await way.mend();
    const mended = performance.now();
    let back = 0;
    while (back < paths.length && performance.now() - mended < 10_000) {
      back = 0;
      for (const path of paths) if ((await client.call(path)).status === 200) back += 1;
      if (back < paths.length) await sleep(200);
    }
    const seconds = (performance.now() - mended) / 1_000;
    await server.stop();
    expect(away.map(({ status }) => status)).toEqual(paths.map(() => 503));
    expect(away.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true);
    expect(away[0]?.body).toMatch(/^<!doctype html>/i);
    expect(back).toBe(paths.length);
    return `${away.length} answered 503 with Retry-After; back after ${seconds.toFixed(1)} s`;
  }
);

experiment(
  {
    id: 'X28',
    tries:
      'F-8: SIGTERM while 16 clients ask for pages over fresh connections until the server says that it is not ready',
    passes: 'every request is answered; the server ends with 0 within 30 s',
    seconds: 120
  },
  async () => {
    const server = await startServer({ databaseUrl: database.url, env: { STOP_DRAIN_MILLIS: '3000' } });
    let leaving = false;
    const seen: (number | string)[] = [];
    // A load balancer polls the readiness and stops sending traffic when it fails.
    const looking = (async () => {
      while (!leaving) {
        leaving = (await new PortalClient(server.port).call('/health/ready')).status !== 200;
        await sleep(100);
      }
    })();
    const clients = Array.from({ length: 16 }, async () => {
      while (!leaving)
        seen.push(
          await new PortalClient(server.port).call(SIGN_IN).then(
            ({ status }) => status,
            (error: NodeJS.ErrnoException) => error.code ?? 'error'
          )
        );
    });
    await sleep(1_500);
    const began = performance.now();
    const code = await server.stop('SIGTERM');
    const seconds = (performance.now() - began) / 1_000;
    await Promise.all([looking, ...clients]);
    expect(code).toBe(0);
    expect(seen.filter((one) => one !== 200)).toEqual([]);
    return `${tally(seen)}; ended with ${code} after ${seconds.toFixed(1)} s`;
  }
);

experiment(
  {
    id: 'X29',
    tries: 'the server is killed by SIGKILL three times while costs are added',
    passes: 'what was acknowledged is there once, the rest once or not at all',
    seconds: 180
  },
  async () => {
    let server = await startServer({ databaseUrl: database.url });
    const spender = await aSpender(server);
    const acknowledged: string[] = [];
    for (let round = 0; round < 3; round++) {
      const one = spender.client.at(server.port);
      let over = false;
      const adding = [one, one.twin(), one.twin()].map(async (client) => {
        while (!over) {
          const purpose = await spender.add(client);
          if (purpose) acknowledged.push(purpose);
        }
      });
      await sleep(2_500);
      server.process.kill('SIGKILL');
      over = true;
      await Promise.all(adding);
      server = await startServer({ databaseUrl: database.url });
    }
    await server.stop();
    const kept = await spender.kept();
    expect(acknowledged.length).toBeGreaterThan(5);
    expect(new Set(kept).size).toBe(kept.length);
    expect(acknowledged.filter((purpose) => !kept.includes(purpose))).toEqual([]);
    return `${acknowledged.length} acknowledged, ${kept.length} kept, none twice`;
  }
);

experiment(
  {
    id: 'X30',
    tries: 'the mail server is away, then answers 451, then breaks connections, while 30 people ask for a reset link',
    passes: 'every mail arrives, none twice, once it is well',
    seconds: 180
  },
  async () => {
    const port = await freePort();
    const server = await startServer({ databaseUrl: database.url, env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
    const people = await times(30, 4, () => aCardholder(database));
    const ask = (n: number) =>
      new PortalClient(server.port, 'norrvik.localhost').post(`${PUBLIC}/forgot-password`, {
        userId: people[n]?.userId,
        locale: 'en_US'
      });
    await times(10, 4, ask);
    await sleep(1_000);
    const mailbox = await startMailbox({ port });
    mailbox.onData = async () => Object.assign(new Error('later'), { responseCode: 451 });
    await times(10, 4, (n) => ask(n + 10));
    await sleep(1_500);
    mailbox.drop();
    mailbox.onData = null;
    await times(10, 4, (n) => ask(n + 20));
    const all = () =>
      people.filter(({ email }) => mailbox.received.some(({ recipients }) => recipients.includes(email)));
    for (let tries = 0; tries < 600 && all().length < 30; tries++) await sleep(200);
    await sleep(1_000);
    const arrived = mailbox.received.length;
    await server.stop();
    await mailbox.close();
    expect(all()).toHaveLength(30);
    expect(arrived).toBe(30);
    return `${all().length} of 30 people, ${arrived} mails`;
  }
);

experiment(
  {
    id: 'X31',
    tries: 'four processes work one outbox of 400 mails',
    passes: 'each mail is sent once',
    seconds: 180
  },
  async () => {
    const mailbox = await startMailbox();
    const env = { SMTP_URL: mailbox.url, RECOVERIES_PER_ADDRESS: '10000' };
    const web = await startServer({ databaseUrl: database.url, env: { ...env, TESSERA_ROLE: 'web' } });
    const people = await times(400, 8, () => aCardholder(database));
    await times(400, 8, (n) =>
      new PortalClient(web.port, 'norrvik.localhost').post(`${PUBLIC}/forgot-password`, {
        userId: people[n]?.userId,
        locale: 'en_US'
      })
    );
    const began = performance.now();
    const workers = await Promise.all(
      Array.from({ length: 4 }, () =>
        startServer({ databaseUrl: database.url, env: { ...env, TESSERA_ROLE: 'worker' } })
      )
    );
    for (let tries = 0; tries < 600 && mailbox.received.length < 400; tries++) await sleep(200);
    const seconds = (performance.now() - began) / 1_000;
    await sleep(1_500);
    const recipients = mailbox.received.flatMap((mail) => mail.recipients);
    await Promise.all([web, ...workers].map((server) => server.stop()));
    await mailbox.close();
    expect(recipients).toHaveLength(400);
    expect(new Set(recipients).size).toBe(400);
    return `400 of 400 once, ${seconds.toFixed(0)} s with the start of the workers`;
  }
);

experiment(
  {
    id: 'X32',
    tries: 'F-5: one person opens 300 pages at once, while another asks for 40 one after another',
    passes: 'the other is answered, 95 of 100 within three seconds; no error of the server',
    seconds: 120
  },
  async () => {
    const server = await startServer({ databaseUrl: database.url });
    const [greedy, other] = [await aSpender(server), await aSpender(server)];
    const flood = times(300, 300, async () => (await greedy.client.call('/workspace/transactions')).status);
    const took: number[] = [];
    const statuses: number[] = [];
    for (let n = 0; n < 40; n++) {
      const began = performance.now();
      statuses.push((await other.client.call('/workspace')).status);
      took.push(performance.now() - began);
    }
    const flooded = await flood;
    await server.stop();
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect(flooded.filter((status) => status === 500)).toEqual([]);
    expect(quantile(took, 0.95)).toBeLessThan(3_000);
    return `95 of 100 within ${quantile(took, 0.95).toFixed(0)} ms; the flood: ${tally(flooded)}`;
  }
);

experiment(
  {
    id: 'X33',
    tries: 'F-6 F-19: a production start with a weak secret, with no secret, on demo accounts, without METRICS_TOKEN',
    passes: 'the first three end with a plain message and not 0; metrics are closed',
    seconds: 120
  },
  async () => {
    const start = async (env: Record<string, string>) => {
      const child = spawn(process.execPath, ['server.js'], {
        cwd: '.next/standalone',
        env: {
          PATH: process.env.PATH,
          NODE_ENV: 'production',
          NEXT_MANUAL_SIG_HANDLE: '1',
          HOSTNAME: '127.0.0.1',
          PORT: String(await freePort()),
          DATABASE_URL: database.url,
          TESSERA_MODE: 'production',
          ...env
        } as unknown as NodeJS.ProcessEnv
      });
      let said = '';
      child.stdout.on('data', (data) => (said += data));
      child.stderr.on('data', (data) => (said += data));
      const code = await Promise.race([
        new Promise<number | null>((resolve) => child.once('exit', resolve)),
        sleep(12_000).then(() => 'runs' as const)
      ]);
      child.kill('SIGKILL');
      return { code, said };
    };
    const strong = 'q7Zr0Vd3uXn8Lw2Tb5Kc9Hf1Jm4Ps6Ya-experiments';
    const starts = {
      'weak secret': await start({ TESSERA_SECRET: 'a'.repeat(40) }),
      'no secret': await start({ TESSERA_SECRET: '' }),
      'demo accounts': await start({ TESSERA_SECRET: strong })
    };
    for (const [name, { code, said }] of Object.entries(starts)) {
      expect([name, code === 0 || code === 'runs']).toEqual([name, false]);
      expect([name, /\n\s+at /.test(said)]).toEqual([name, false]);
    }
    expect(TEST_SECRET).toBeTruthy();
    return Object.entries(starts)
      .map(([name, { code }]) => `${name}: exit ${code}`)
      .join(', ');
  }
);

experiment(
  {
    id: 'X34',
    tries:
      'half of the connections of the database are killed every 100 ms for ten seconds under 8 readers and 3 writers',
    passes: 'what was acknowledged is there once; afterwards every page is well',
    seconds: 120
  },
  async () => {
    const server = await startServer({ databaseUrl: database.url });
    const spender = await aSpender(server);
    const acknowledged: string[] = [];
    const read: number[] = [];
    let over = false;
    const writers = Array.from({ length: 3 }, async () => {
      while (!over) {
        const purpose = await spender.add(spender.client.twin());
        if (purpose) acknowledged.push(purpose);
      }
    });
    const readers = Array.from({ length: 8 }, async () => {
      while (!over) read.push((await spender.client.twin().call('/workspace/transactions')).status);
    });
    for (let round = 0; round < 100; round++) {
      await database.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND random() < 0.5'
      );
      await sleep(100);
    }
    over = true;
    await Promise.all([...writers, ...readers]);
    await sleep(2_000);
    const after = await spender.client.call('/workspace/transactions');
    await server.stop();
    const kept = await spender.kept();
    expect(after.status).toBe(200);
    expect(new Set(kept).size).toBe(kept.length);
    expect(acknowledged.filter((purpose) => !kept.includes(purpose))).toEqual([]);
    return `${acknowledged.length} acknowledged, ${kept.length} kept, none twice; readers ${tally(read)}`;
  }
);
