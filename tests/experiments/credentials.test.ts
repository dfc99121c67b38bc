// Passwords, codes and links: guessed, repeated, stolen, copied.
import { randomBytes } from 'node:crypto';
import { callAction } from '../support/actions';
import { codeIn, linkIn } from '../support/mailbox';
import { sendForm } from '../support/page-forms';
import { aCardholder, failuresOf, hashOf, PASSWORD, type Person } from '../support/people';
import { type Answer, type PortalClient, PUBLIC } from '../support/portal-client';
import { timed, timeTells } from '../support/separability';
import { useServer } from '../support/server-world';
import { withSetting } from '../support/settings';
import { aCompany, aCompanyGroup, anAccount, anIssuer, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { experiment, quantile, tally, times } from './experiment';

const world = useServer({
  LOOKUPS_PER_ADDRESS: '100000',
  RECOVERIES_PER_ADDRESS: '10000',
  SIGN_IN_FAILURES_PER_ADDRESS: '100000',
  PASSWORD_HASH_QUEUE: '200',
  SIGN_INS_PER_ADDRESS: '100000',
  SIGN_INS_PER_USER: '10000'
});
const WORKSPACE = '/workspace';
const OWN_ROLES = '/workspace/people/own-roles';
const NEW_PASSWORD = 'Harbour-Violin-77';
const alias = () => randomBytes(16).toString('hex');
const nobody = () => `Person.${randomBytes(5).toString('hex')}`;

/** A user at the code step after a verified password, with the code. */
async function halfway(): Promise<{ person: Person; client: PortalClient; code: string }> {
  const person = await aCardholder(world.database, { oneTimePin: true });
  const client = world.client();
  await client.enter(person.b2BAlias, 'password', PASSWORD);
  return { person, client, code: codeIn(await world.mailbox.next(person.email)) };
}

async function resetTokenOf(person: Person): Promise<string> {
  await world.client('norrvik.localhost').post(`${PUBLIC}/forgot-password`, { userId: person.userId });
  return linkIn(await world.mailbox.next(person.email)).searchParams.get('token') ?? '';
}

experiment(
  {
    id: 'X01',
    tries: '200 wrong passwords of one account at once until six were judged, then the right one',
    passes: 'six are counted and lock it; the right password does not sign in'
  },
  async () => {
    const person = await aCardholder(world.database);
    const answers: Answer[] = [];
    // One waiting verification per user id is enough: most concurrent ones are refused unverified.
    for (let wave = 0; wave < 8 && (await failuresOf(world.database, person)) < 6; wave++)
      answers.push(
        ...(await times(200, 100, (n) => world.client().enter(person.b2BAlias, 'password', `Wrong-Guess-${n}`)))
      );
    const right = await world.client().enter(person.b2BAlias, 'password', PASSWORD);
    expect(await failuresOf(world.database, person)).toBe(6);
    expect(right.body).not.toBe(WORKSPACE);
    return `six counted; answers ${tally(answers.map(({ status }) => status))}`;
  }
);

experiment(
  {
    id: 'X02',
    tries: '300 wrong passcodes at once in one halfway session, then the right one',
    passes: 'five are judged; the right one is of no use any more'
  },
  async () => {
    const { person, client, code } = await halfway();
    await times(300, 100, (n) =>
      client.twin().enter(person.b2BAlias, 'otp-2fa', String((Number(code) + 1 + n) % 1e6).padStart(6, '0'))
    );
    const [pin] = await world.database.query('SELECT tries FROM one_time_pins WHERE user_id = $1', [person.id]);
    expect(pin?.tries).toBeLessThanOrEqual(5);
    expect((await client.enter(person.b2BAlias, 'otp-2fa', code)).body).not.toBe(WORKSPACE);
    return `${pin?.tries} judged`;
  }
);

experiment(
  {
    id: 'X03',
    tries: 'a passcode and a reset link, each sent 40 times at once and again later',
    passes: 'each works once'
  },
  async () => {
    const { person, client, code } = await halfway();
    const codes = await times(40, 40, () => client.twin().enter(person.b2BAlias, 'otp-2fa', code));
    const later = await client.twin().enter(person.b2BAlias, 'otp-2fa', code);
    const forgetful = await aCardholder(world.database);
    const token = await resetTokenOf(forgetful);
    const links = await times(40, 40, (n) =>
      world
        .client()
        .post(`${PUBLIC}/change-password`, { token, userId: forgetful.userId, credential: `Harbour-Violin-${20 + n}` })
    );
    const let_in = codes.filter(({ body }) => body === WORKSPACE).length;
    const changed = links.filter(({ status }) => status === 200).length;
    expect([let_in, later.body === WORKSPACE, changed]).toEqual([1, false, 1]);
    return `passcode ${let_in} of 41, link ${changed} of 40`;
  }
);

experiment(
  {
    id: 'X04',
    tries: 'every public call that takes a user id, for a known and an unknown one',
    passes: 'status, headers and body have the same shape'
  },
  async () => {
    const calls: Record<string, (who: { userId: string; b2BAlias: string }) => Promise<Answer>> = {
      'login-info': ({ userId }) => world.client().post(`${PUBLIC}/login-info`, { userId }),
      code: ({ userId }) => world.client().post(`${PUBLIC}/one-time-pins`, { userId, locale: 'en_US' }),
      'reset link': ({ userId }) => world.client().post(`${PUBLIC}/forgot-password`, { userId, locale: 'en_US' }),
      password: ({ b2BAlias }) => world.client().enter(b2BAlias, 'password', 'Wrong-Password-99'),
      passcode: ({ b2BAlias }) => world.client().enter(b2BAlias, 'token', '12345678')
    };
    const byNature = [/[0-9a-f]{32}/g, /[a-z](?=\*{5})|(?<=\*{5})[a-z](?=@)/g];
    const shape = ({ status, headers, body }: Answer) => {
      const { date: _, 'x-request-id': __, 'set-cookie': ___, etag: ____, ...rest } = headers;
      return { status, rest, body: byNature.reduce((text, part) => text.replaceAll(part, '…'), body) };
    };
    for (const call of Object.values(calls)) {
      const known = await call(await aCardholder(world.database));
      expect(shape(known)).toEqual(shape(await call({ userId: nobody(), b2BAlias: alias() })));
    }
    return `${Object.keys(calls).length} calls alike`;
  }
);

experiment(
  {
    id: 'X05',
    tries: 'the time of a look-up and of a wrong password, 150 known against 150 unknown user ids in random order',
    passes: 'the area under the ROC curve lies within 0.35 and 0.65',
    seconds: 240
  },
  async () => {
    const people: Person[] = [];
    for (let n = 0; n < 150; n++) people.push(await aCardholder(world.database));
    const stranger = () => ({ userId: nobody(), b2BAlias: alias() });
    const look = await timeTells<ReturnType<typeof stranger>>(people, stranger, ({ userId }) =>
      timed(() => world.client().post(`${PUBLIC}/login-info`, { userId }))
    );
    const enter = await timeTells<ReturnType<typeof stranger>>(people, stranger, ({ b2BAlias }) =>
      timed(() => world.client().enter(b2BAlias, 'password', 'Wrong-Password-99'))
    );
    for (const area of [look, enter]) expect(Math.abs(area - 0.5)).toBeLessThan(0.15);
    return `look-up ${look.toFixed(2)}, password ${enter.toFixed(2)}`;
  }
);

experiment(
  {
    id: 'X06',
    tries: 'F-3: one right password signs in over and over in 60 loops for ten seconds, while 20 others sign in',
    passes: 'each of the 20 is let in at the first or second try'
  },
  async () => {
    const greedy = await aCardholder(world.database);
    const others: Person[] = [];
    for (let n = 0; n < 20; n++) others.push(await aCardholder(world.database));
    let over = false;
    const flood: number[] = [];
    const loops = Array.from({ length: 60 }, async () => {
      while (!over) flood.push((await world.client().enter(greedy.b2BAlias, 'password', PASSWORD)).status);
    });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const millis: number[] = [];
    const entered = await times(20, 4, async (n) => {
      const began = performance.now();
      const { b2BAlias } = others[n] as Person;
      let answer = await world.client().enter(b2BAlias, 'password', PASSWORD);
      if (answer.status === 503) answer = await world.client().enter(b2BAlias, 'password', PASSWORD);
      millis.push(performance.now() - began);
      return answer.body === WORKSPACE;
    });
    over = true;
    await Promise.all(loops);
    expect(entered.filter(Boolean)).toHaveLength(20);
    return `20 of 20, slowest ${quantile(millis, 1).toFixed(0)} ms; the flood was answered ${tally(flood)}`;
  }
);

experiment(
  {
    id: 'X07',
    tries: 'F-22: the password hash of one account is copied to the row of another',
    passes: 'it does not sign in there'
  },
  async () => {
    const [thief, victim] = [await aCardholder(world.database), await aCardholder(world.database)];
    expect((await world.client().enter(thief.b2BAlias, 'password', PASSWORD)).body).toBe(WORKSPACE);
    // The thief knows a password and the hash that the product stored for it.
    const change = world.client();
    await change.enter(thief.b2BAlias, 'password', PASSWORD);
    await change.post(`${PUBLIC}/changePassword`, {
      userId: thief.userId,
      oldCredential: PASSWORD,
      newCredential: NEW_PASSWORD
    });
    await world.database.query(
      `UPDATE credentials SET password_hash = (SELECT password_hash FROM credentials WHERE user_id = $1) WHERE user_id = $2`,
      [thief.id, victim.id]
    );
    expect((await world.client().enter(thief.b2BAlias, 'password', NEW_PASSWORD)).body).toBe(WORKSPACE);
    const answer = await world.client().enter(victim.b2BAlias, 'password', NEW_PASSWORD);
    expect(answer.status).toBe(401);
    expect(hashOf(NEW_PASSWORD)).toMatch(/^\$2/);
    return `the copy was answered ${answer.status}`;
  }
);

experiment(
  {
    id: 'X08',
    tries: 'a session planted in a browser, a session taken after sign-out and one after a change of password',
    passes: 'none of them opens the workspace'
  },
  async () => {
    const mallory = world.client();
    await mallory.enter((await aCardholder(world.database)).b2BAlias, 'password', PASSWORD);
    const victim = await aCardholder(world.database);
    const browser = mallory.twin();
    await browser.enter(victim.b2BAlias, 'password', PASSWORD);
    const planted = await mallory.call(WORKSPACE);
    const stolen = browser.twin();
    await browser.call('/heracles/logout');
    const afterSignOut = await stolen.call(WORKSPACE);
    const [one, other] = [world.client(), world.client()];
    await one.enter(victim.b2BAlias, 'password', PASSWORD);
    await other.enter(victim.b2BAlias, 'password', PASSWORD);
    await one.post(`${PUBLIC}/changePassword`, {
      userId: victim.userId,
      oldCredential: PASSWORD,
      newCredential: NEW_PASSWORD
    });
    const afterChange = await other.call(WORKSPACE);
    const statuses = [planted, afterSignOut, afterChange].map(({ status }) => status);
    expect(statuses).toEqual([307, 307, 307]);
    return `answers ${statuses.join(', ')}`;
  }
);

experiment(
  {
    id: 'X09',
    tries: '2,000 made-up, foreign, cut and oversized session cookies',
    passes: 'none is taken, none is an error of the server'
  },
  async () => {
    const [one, other] = [await world.signedIn(), await world.signedIn()].map(
      ({ client }) => client.cookies.get('tessera-session') ?? ''
    ) as [string, string];
    expect(one.length).toBeGreaterThan(20);
    const kinds: ((n: number) => string)[] = [
      (n) => one.slice(0, n % (one.length - 10)),
      (n) => `${one.slice(0, 40 + (n % 100))}${other.slice(40 + (n % 100))}`,
      () => randomBytes(80).toString('base64url'),
      (n) => `Fe26.2*${'A'.repeat(4 * n)}`.slice(0, 8_000)
    ];
    const made = (n: number) => (kinds[n % kinds.length] as (n: number) => string)(n);
    const statuses = await times(2_000, 16, async (n) => {
      const stranger = world.client();
      stranger.cookies.set('tessera-session', made(n));
      return (await stranger.call(WORKSPACE)).status;
    });
    expect(statuses.filter((status) => status === 200 || status >= 500)).toEqual([]);
    return tally(statuses);
  }
);

experiment(
  {
    id: 'X35',
    tries:
      'F-1: who knows the password of another user id links it by that alone: made-up codes, the proof of another session, its role asked for unproved',
    passes:
      'nothing is linked and no role opens; a user id of another issuer is answered like a wrong password; its owner is told and signs in as before'
  },
  async () => {
    const db = world.database;
    const issuer = await anIssuer(db);
    await withSetting(db, { issuerId: issuer.id }, 'multi.user', true);
    const group = await aCompanyGroup(db, issuer);
    const thief = await aUserAt(db, 'A', await anAccount(db, await aCompany(db, group)));
    const victim = await aUserAt(db, 'C', await aCompany(db, group));
    const far = await aCardholder(db);
    const [client, other] = [world.client(), world.client()];
    for (const each of [client, other]) expect((await each.signIn(thief.userId, PASSWORD)).body).toBe(WORKSPACE);
    const told = async (userId: string, password: string) => {
      const { status, body } = await sendForm(client, OWN_ROLES, { userId, password });
      return [
        status,
        /<form[^>]* class="record-form"[\s\S]*?<\/form>/
          .exec(body)?.[0]
          .replaceAll(userId, '…')
          .replace(/value="[^"]*"/g, '')
      ];
    };
    expect(await told(far.userId, PASSWORD)).toEqual(await told(victim.userId, 'Wrong-Lantern-42'));
    const begun = await sendForm(client, OWN_ROLES, { userId: victim.userId, password: PASSWORD });
    expect([begun.status, begun.headers.location]).toEqual([303, `${OWN_ROLES}/link`]);
    const mail = await world.mailbox.next(victim.email);
    expect(mail.text).toContain(thief.userId);
    const wrong = codeIn(mail) === '111111' ? '222222' : '111111';
    const proofs = [
      await sendForm(client, `${OWN_ROLES}/link`, { secret: wrong }),
      await sendForm(client, `${OWN_ROLES}/link`, { secret: '' }),
      await sendForm(other, `${OWN_ROLES}/link`, { secret: codeIn(mail) }, { seenBy: client })
    ];
    const switched = await callAction(client, 'switchOwnRole', { form: { assignment: victim.assignmentId } });
    expect(switched.body).toContain(text('role.outside.structure'));
    const links = await db.query("SELECT 1 FROM user_links WHERE status = 'confirmed' AND linked_user_id = $1", [
      victim.id
    ]);
    expect(links).toEqual([]);
    expect((await world.client().signIn(victim.userId, PASSWORD)).body).toBe(WORKSPACE);
    return `four tries, none linked; proofs answered ${tally(proofs.map(({ status }) => status))}`;
  }
);
