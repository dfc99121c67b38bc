import { codeIn, type Mailbox, startMailbox } from '../support/mailbox';
import { aCardholder, PASSWORD, type Person } from '../support/people';
import { freePort, startServer, type TestServer } from '../support/server';
import { useServer } from '../support/server-world';
import { until } from '../support/until';

const world = useServer();
afterEach(() => {
  world.mailbox.onData = null;
});

/** Signs in a user who needs a code, so that a mail is queued. */
async function askForCode(server = world): Promise<Person> {
  const person = await aCardholder(server.database, { oneTimePin: true });
  await server.client().signIn(person.userId, PASSWORD);
  return person;
}

interface Entry {
  status: string;
  attempts: number;
  payload: Buffer | null;
  last_error: string | null;
}
const entryOf = async ({ issuerId }: Person, database = world.database) =>
  (
    await database.query<Entry>(
      "SELECT status::text, attempts, payload, last_error FROM outbox WHERE issuer_id = $1 AND topic = 'mail.send'",
      [issuerId]
    )
  )[0] as Entry;
const copiesTo = ({ email }: Person, mailbox = world.mailbox) =>
  mailbox.received.filter(({ recipients }) => recipients.includes(email));

describe('a mail server that fails', () => {
  test.each([
    ['dies midway', null],
    ['has a passing problem', Object.assign(new Error('try again later'), { responseCode: 451 })]
  ])(
    'and %s gets the same mail again: none is lost, and a copy would be known by its Message-ID',
    async (_what, refusal) => {
      // The seed's own mails go first.
      await world.outboxEmpty();
      const tries: string[] = [];
      world.mailbox.onData = async ({ messageId = '' }) => {
        tries.push(messageId);
        if (tries.length > 1) return null;
        if (refusal) return refusal;
        world.mailbox.drop();
        return new Error('nobody is there to hear it');
      };
      const person = await askForCode();
      expect(codeIn(await world.mailbox.next(person.email))).toMatch(/^\d{6}$/);
      expect(tries).toHaveLength(2);
      expect(tries[0]).toMatch(/^<[0-9a-f-]{36}@[a-z.-]+>$/);
      expect(tries[1]).toBe(tries[0]);
      await world.outboxEmpty();
      expect(copiesTo(person)).toHaveLength(1);
      expect(await entryOf(person)).toMatchObject({ status: 'sent', attempts: 2, payload: null });
    }
  );

  test('and refuses a mail for good gets it no more; the content goes, and neither log nor table names the address', async () => {
    world.mailbox.onData = async ({ to }) =>
      Object.assign(new Error(`no such mailbox ${to?.[0]?.address}`), { responseCode: 550 });
    const person = await askForCode();
    await until(async () => (await entryOf(person)).status === 'failed');
    const entry = await entryOf(person);
    expect(entry).toMatchObject({ attempts: 1, payload: null });
    expect(entry.last_error).toContain('no such mailbox [address]');
    expect(world.server.output()).toContain('a side effect did not happen');
    expect(world.server.output()).not.toContain(person.email);
  });
});

describe('workers of their own', () => {
  const web = useServer({ TESSERA_ROLE: 'web' });
  const startWorker = () =>
    startServer({
      databaseUrl: web.database.url,
      env: { SMTP_URL: `smtp://127.0.0.1:${port}`, TESSERA_ROLE: 'worker' }
    });
  let port: number;
  let mailbox: Mailbox;
  let standing: TestServer | null = null;
  /** A worker that serves these tests one after another: each start takes seconds. */
  const aWorker = async () => (standing ??= await startWorker());
  beforeAll(async () => {
    port = await freePort();
    // The seed's own mails would be tried as well, and wait longer each time that no server takes them.
    await web.database.query("DELETE FROM outbox WHERE topic = 'mail.send'");
  });
  beforeEach(async () => {
    mailbox = await startMailbox({ port });
  });
  afterEach(() => mailbox.close());
  afterAll(() => standing?.stop());
  const retryNow = ({ issuerId }: Person) =>
    web.database.query('UPDATE outbox SET available_at = now() WHERE issuer_id = $1', [issuerId]);

  test('wait for a mail server that is not there', async () => {
    await mailbox.close();
    await aWorker();
    const person = await askForCode(web);
    await until(async () => (await entryOf(person, web.database)).attempts > 0);
    mailbox = await startMailbox({ port });
    await retryNow(person);
    expect(codeIn(await mailbox.next(person.email))).toMatch(/^\d{6}$/);
  });

  test('lose no mail while the mail server refuses who sends', async () => {
    mailbox.onSender = () => Object.assign(new Error('you may not send here'), { responseCode: 550 });
    await aWorker();
    const person = await askForCode(web);
    await until(async () => (await entryOf(person, web.database)).attempts > 0);
    expect(await entryOf(person, web.database)).toMatchObject({ status: 'queued', payload: expect.any(Buffer) });
    mailbox.onSender = null;
    await retryNow(person);
    expect(codeIn(await mailbox.next(person.email))).toMatch(/^\d{6}$/);
  });

  test('send each mail once, however many there are', async () => {
    const [, second] = await Promise.all([aWorker(), startWorker()]);
    const people = await Promise.all(Array.from({ length: 12 }, () => askForCode(web)));
    for (const { email } of people) await mailbox.next(email);
    await web.outboxEmpty();
    for (const person of people) expect(copiesTo(person, mailbox)).toHaveLength(1);
    await second.stop();
  });

  test('take over from one that was killed midway: the mail goes once, never while the first is at it', async () => {
    const first = await aWorker();
    const tries: string[] = [];
    let atIt = 0;
    let most = 0;
    mailbox.onData = async ({ messageId = '' }) => {
      tries.push(messageId);
      most = Math.max(most, ++atIt);
      const isFirst = tries.length === 1;
      // The first try hangs until its process is dead.
      if (isFirst) await new Promise<void>((resolve) => first.process.once('exit', () => resolve()));
      atIt--;
      return isFirst ? new Error('its process is dead') : null;
    };
    const person = await askForCode(web);
    await until(() => tries.length === 1);
    standing = await startWorker();
    await first.stop('SIGKILL');
    expect(codeIn(await mailbox.next(person.email))).toMatch(/^\d{6}$/);
    await web.outboxEmpty();
    expect([tries.length, new Set(tries).size, most]).toEqual([2, 1, 1]);
    expect(copiesTo(person, mailbox)).toHaveLength(1);
    expect(await entryOf(person, web.database)).toMatchObject({ status: 'sent', attempts: 1, payload: null });
  });
});

describe('what is in a mail', () => {
  test('comes from the brand, says it is automatic, and lets no text of a brand or a person become a header', async () => {
    const evil = 'Robin\r\nBcc: evil@evil.example';
    await world.database.query(
      "INSERT INTO brand_texts (brand_name, locale, key, value) VALUES ('tessera', 'en_US', 'mail.otp.subject', $1), ('tessera', 'en_US', 'sign.in.button', 'Now in force')",
      [`Code\r\nBcc: evil@evil.example`]
    );
    await world.database.query("SELECT pg_notify('brand_saved', '')");
    const page = () => world.client().call('/sdportal/login-signin-component');
    await until(async () => (await page()).body.includes('Now in force'));
    const person = await aCardholder(world.database, { oneTimePin: true });
    await world.database.query('UPDATE users SET first_name = $2 WHERE id = $1', [person.id, evil]);
    await world.client().signIn(person.userId, PASSWORD);
    const mail = await world.mailbox.next(person.email);
    expect(copiesTo(person)[0]?.recipients).toEqual([person.email]);
    const names = mail.headers.map(({ key }) => key);
    expect(names).not.toContain('bcc');
    expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
    expect(mail.from).toEqual({ name: 'Tessera', address: 'no-reply@tessera.example' });
  });
});

test('a mail brings the logo of its brand along, in the place of its name', async () => {
  const person = await askForCode();
  const { html, attachments } = await world.mailbox.next(person.email);
  expect(html).toMatch(/<img src="cid:logo" alt="[^"]+"/);
  expect(attachments).toMatchObject([{ contentId: '<logo>', mimeType: 'image/png' }]);
});
