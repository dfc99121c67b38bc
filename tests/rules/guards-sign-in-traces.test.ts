import { randomUUID } from 'node:crypto';
import { MAIL_TOPIC } from '@/lib/brand/mail/queue-mail';
import type { Mail } from '@/lib/brand/mail/render';
import { outboxHandlers } from '@/lib/composition/process/outbox-handlers';
import { transaction } from '@/lib/core/database/database';
import { shiftClock, stopClock } from '@/lib/core/server/clock';
import { type OutboxHandlers, workOnce } from '@/lib/core/server/outbox';
import { accountOf } from '@/lib/sign-in/account/accounts';
import { changeResponses, enrolAtSignIn } from '@/lib/sign-in/challenge/challenge-enrolment';
import { setQuestion } from '@/lib/sign-in/challenge/security-questions';
import { linkIdentity } from '@/lib/sign-in/federation/links';
import { removeProvider, saveProvider } from '@/lib/sign-in/federation/providers';
import { issuePin, resendPin } from '@/lib/sign-in/one-time-pin/one-time-pins';
import type { NewPasskey } from '@/lib/sign-in/passkey/passkey-schema';
import { addPasskey, removePasskey, startAdding } from '@/lib/sign-in/passkey/passkeys';
import { changePassword } from '@/lib/sign-in/password/passwords';
import { requestRecovery, requestTemporaryPassword, resetPassword } from '@/lib/sign-in/recovery/recovery';
import { issueResetToken, resetTokenStatus } from '@/lib/sign-in/recovery/reset-tokens';
import { endOwnOtherSessions } from '@/lib/sign-in/session/own-sessions';
import { type Actor, actorOf, endAllSessions, endSession } from '@/lib/sign-in/session/sessions';
import { handOutSeed, issueSoftToken } from '@/lib/sign-in/token/soft-tokens';
import { setPin } from '@/lib/sign-in/token/token-pin';
import { Authenticator } from '../support/authenticator';
import { ORIGIN, useDatabase } from '../support/module-world';
import {
  aCardholder,
  PASSWORD,
  type Person,
  RESPONSES,
  withChallenge,
  withQuestion,
  withToken
} from '../support/people';
import { queuedMails } from '../support/queued-mail';
import { codeOf, granted } from '../support/results';
import { aBrand, actorAfter, place, placeOfQuestions, sessionOf, trySignIn } from '../support/sign-in';

const world = useDatabase();
const MINUTE = 60_000;
const NEW = 'Maple-Harbour-77';
const rp = { id: 'cards.bank.example', origin: 'https://cards.bank.example' };
const SYSTEM = '00000000-0000-7000-8000-000000000000';

beforeAll(async () => {
  for (const limit of ['SIGN_IN_FAILURES_PER_USER', 'SIGN_INS_PER_USER', 'SIGN_INS_PER_ADDRESS'])
    process.env[limit] = '1000';
  await aBrand({ passwordResetLink: true });
});
afterEach(() => shiftClock(0));

const ownerOf = ({ issuerId, id }: Person) => ({ issuerId, userId: id });
const query = <T extends object>(sql: string, values: unknown[] = []) => world.current.query<T>(sql, values);
const signedIn = async (person: Person) => actorAfter(await trySignIn(person));
const entries = Object.entries(RESPONSES).map(([questionId, response]) => ({
  questionId,
  response,
  confirmation: response
}));

interface Entry {
  action: string;
  entity: string;
  id: string | null;
  by: string | null;
  details: Record<string, unknown>;
}
const audited = (issuerId: string) =>
  query<Entry>(
    `SELECT action, entity::text, entity_id AS id, actor_user_id AS by, details FROM audit_entries
     WHERE issuer_id = $1 ORDER BY sequence`,
    [issuerId]
  );

/** What a step writes to the audit of a person's issuer, and the mails that it queues for the person. */
async function traced(person: Person, step: () => Promise<unknown>) {
  const [before, mailsBefore] = [await audited(person.issuerId), await queuedMails(world.current, person.email)];
  await step();
  const [after, mails] = [await audited(person.issuerId), await queuedMails(world.current, person.email)];
  return { entries: after.slice(before.length), mails: mails.slice(mailsBefore.length) };
}

/** Works on all that waits; resolves to the mails for a person that come of it. */
async function worked({ email }: Person): Promise<Mail[]> {
  const sent: Mail[] = [];
  const mails: OutboxHandlers = { [MAIL_TOPIC]: async (_, { payload }) => void sent.push(payload as Mail) };
  while (await workOnce({ ...outboxHandlers, ...mails })) {
    // Until nothing waits.
  }
  return sent.filter(({ to }) => to === email);
}

type Step = (person: Person) => Promise<() => Promise<unknown>>;
const ok = async (result: Promise<Parameters<typeof codeOf>[0]>) => expect(codeOf(await result)).toBe('ok');
/** Of the person, by themselves unless it is said otherwise. */
const own = (action: string, entity = 'user') => ({ action, entity });

describe('what changes how somebody signs in', () => {
  const steps: [string, Step, ReturnType<typeof own>, string | null][] = [
    [
      'a change of the password',
      async (person) => {
        const actor = await signedIn(person);
        const change = { userId: person.userId, oldCredential: PASSWORD, newCredential: NEW, ...(await place()) };
        return () => ok(changePassword(actor, change, ORIGIN) as Promise<{ ok: true }>);
      },
      own('password.changed'),
      'password_changed'
    ],
    [
      'a password by a link',
      async (person) => {
        const account = await accountOf(ownerOf(person));
        const token = await transaction((tx) => issueResetToken(tx, account));
        return async () => ok(resetPassword({ token, userId: person.userId, credential: NEW }, await place(), ORIGIN));
      },
      own('password.reset'),
      'password_changed'
    ],
    [
      'a PIN',
      async (person) => {
        await withToken(world.current, person);
        const actor = { ...ownerOf(person), kind: 'new_pin' } as Actor;
        return async () => ok(setPin(actor, '8642', await place(), ORIGIN));
      },
      own('token.pin_changed', 'hardware_token'),
      'token_pin_changed'
    ],
    [
      'a soft token that is handed out',
      async (person) => {
        await transaction((tx) => issueSoftToken(tx, person, ORIGIN));
        const { brand } = await place();
        const allow = async () => ({ ok: true, value: brand }) as const;
        return () => ok(handOutSeed(ownerOf(person), { userId: person.id }, ORIGIN, allow));
      },
      own('token.handed_out'),
      'soft_token_handed_out'
    ],
    [
      'a soft token that is issued',
      async (person) => () => transaction((tx) => issueSoftToken(tx, person, ORIGIN)),
      own('token.issued'),
      null
    ],
    [
      'responses that are changed',
      async (person) => {
        const actor = await signedIn(person);
        await withChallenge(world.current, person);
        return async () => ok(changeResponses(actor, { entries, password: PASSWORD }, await place(), ORIGIN));
      },
      own('challenge.enrolled'),
      'challenge_changed'
    ],
    [
      'a security question',
      async (person) => {
        const actor = await signedIn(person);
        const question = { questionId: 'first.pet', answer: 'Biscuit', password: PASSWORD } as const;
        return async () => ok(setQuestion(actor, question, await place(), ORIGIN));
      },
      own('security_question.set'),
      null
    ],
    [
      'the end of the other sessions',
      async (person) => {
        const actor = await signedIn(person);
        return () => endOwnOtherSessions(actor, ORIGIN);
      },
      own('session.others_ended'),
      null
    ],
    [
      'another code',
      async (person) => {
        const actor = await signedIn(person);
        return () => resendPin(actor, { brandName: 'tessera', locale: 'en_US' }, ORIGIN);
      },
      own('one_time_pin.issued'),
      'one_time_pin'
    ]
  ];

  test.each(steps)(
    '%s, is audited once, and its owner told by mail if need be',
    async (_, prepare, entry, template) => {
      const person = await aCardholder(world.current);
      const step = await prepare(person);
      const { entries: written, mails } = await traced(person, step);
      expect(written).toEqual([expect.objectContaining({ ...entry, by: person.id })]);
      if (entry.entity === 'user') expect(written[0]?.id).toBe(person.id);
      expect(mails.map((mail) => mail.template)).toEqual(template ? [template] : []);
    }
  );

  test('an enrolment at a sign-in is audited beside the sign-in, and its owner told', async () => {
    const person = await aCardholder(world.current, { email: null });
    await withChallenge(world.current, person, { enrolled: false });
    const actor = await signedIn(person);
    expect(actor.kind).toBe('enrol_challenge');
    await query('UPDATE users SET email = $2 WHERE id = $1', [person.id, person.email]);
    const { entries: written, mails } = await traced(person, async () =>
      ok(enrolAtSignIn(actor, entries, await place(), ORIGIN))
    );
    expect(written.map(({ action, by }) => [action, by])).toEqual([
      ['sign_in.succeeded', person.id],
      ['challenge.enrolled', person.id]
    ]);
    expect(mails.map(({ template }) => template)).toEqual(['challenge_changed']);
  });

  test('a passkey is audited when it is added and when it is taken away, and its owner told both times', async () => {
    const person = await aCardholder(world.current);
    const actor = await signedIn(person);
    const here = { ...(await place()), rp };
    const options = granted(await startAdding(actor, PASSWORD, here, ORIGIN));
    const passkey = { name: 'Laptop', credential: new Authenticator(rp.id, rp.origin).create(options) } as NewPasskey;
    let id = '';
    const added = await traced(person, async () => {
      id = granted(await addPasskey(actor, passkey, here, ORIGIN)).id;
    });
    const removed = await traced(person, () => removePasskey(actor, id, here, ORIGIN));
    const again = await traced(person, () => removePasskey(actor, id, here, ORIGIN));
    for (const [{ entries: written, mails }, what] of [
      [added, 'added'],
      [removed, 'removed']
    ] as const) {
      expect(written).toEqual([
        expect.objectContaining({ action: `passkey.${what}`, entity: 'passkey', id, by: person.id })
      ]);
      expect(mails.map(({ template }) => template)).toEqual([`passkey_${what}`]);
    }
    expect(again).toEqual({ entries: [], mails: [] });
  });

  test('the end of a session, and of all of them, is audited with what has ended', async () => {
    const person = await aCardholder(world.current);
    const { token } = sessionOf(await trySignIn(person));
    const actor = (await actorOf(token)) as Actor;
    const one = await traced(person, () => endSession(token, ORIGIN));
    expect(one.entries).toEqual([
      expect.objectContaining({ action: 'session.ended', entity: 'session', id: actor.sessionId, by: person.id })
    ]);
    const other = await signedIn(person);
    await signedIn(person);
    const all = await traced(person, () => endAllSessions(other, ORIGIN));
    expect(all.entries).toEqual([
      expect.objectContaining({
        action: 'session.all_ended',
        entity: 'user',
        id: person.id,
        by: person.id,
        details: { count: 2 }
      })
    ]);
  });

  test('a mail about it speaks the user’s own language and time, or else the page’s and the issuer’s', async () => {
    const { brand } = await place();
    const both = { ...brand, locales: ['en_US', 'de', 'fr'] as const };
    for (const [own, told] of [
      ['de', 'de'],
      [null, 'fr'],
      ['it', 'en_US']
    ]) {
      const person = await aCardholder(world.current, { timeZone: 'Asia/Tokyo' });
      await query('UPDATE users SET locale = $2 WHERE id = $1', [person.id, own]);
      const actor = await signedIn(person);
      const change = { userId: person.userId, oldCredential: PASSWORD, newCredential: NEW };
      const { mails } = await traced(person, () =>
        changePassword(actor, { ...change, brand: both as never, locale: 'fr' }, ORIGIN)
      );
      expect(mails).toMatchObject([
        { locale: told, timeZone: 'Asia/Tokyo', name: 'Robin Example', brandName: 'tessera' }
      ]);
    }
  });
});

describe('PD.10 a sign-in', () => {
  test('is audited by what it came to: continued, succeeded, failed, locked, and refused by the lock', async () => {
    const [person, coded] = [await aCardholder(world.current), await aCardholder(world.current, { oneTimePin: true })];
    const brand = 'tessera';
    const whole = await traced(person, () => trySignIn(person));
    expect(whole.entries).toEqual([
      expect.objectContaining({
        action: 'sign_in.succeeded',
        entity: 'session',
        by: person.id,
        details: { brand, type: 'password', kind: 'full' }
      })
    ]);
    const half = await traced(coded, () => trySignIn(coded));
    expect(half.entries).toMatchObject([
      { action: 'sign_in.continued', details: { brand, type: 'password', kind: 'one_time_pin' } }
    ]);
    expect(half.mails.map(({ template }) => template)).toEqual(['one_time_pin']);
    const wrong = await traced(person, async () => {
      for (let time = 0; time < 7; time++) await trySignIn(person, { secret: 'wrong password' });
    });
    expect(wrong.entries.map(({ action }) => action)).toEqual([
      ...Array(5).fill('sign_in.failed'),
      'sign_in.locked',
      'sign_in.refused_locked'
    ]);
    expect(wrong.entries.every(({ id, by }) => id === person.id && by === null)).toBe(true);
    expect(wrong.entries[0]?.details).toEqual({ type: 'password', brand, known: true });
    expect(wrong.mails.map(({ template }) => template)).toEqual(['sign_in_locked']);
  });
});

test('PD.2 a sign-in of nobody leaves as much behind: the same entries, and a mail to no address', async () => {
  const b2BAlias = randomUUID().replaceAll('-', '');
  const mails = () => queuedMails(world.current, null);
  const [before, mailsBefore] = [(await audited(SYSTEM)).length, (await mails()).length];
  for (let time = 0; time < 7; time++) await trySignIn({ b2BAlias });
  const written = (await audited(SYSTEM)).slice(before);
  expect(written.map(({ action }) => action)).toEqual([
    ...Array(5).fill('sign_in.failed'),
    'sign_in.locked',
    'sign_in.refused_locked'
  ]);
  expect(written[0]?.details).toEqual({ type: 'password', brand: 'tessera', known: false });
  expect((await mails()).slice(mailsBefore)).toMatchObject([{ template: 'sign_in_locked', name: '', locale: 'en_US' }]);
});

test('P9.004 PD.11 the code in a mail has six digits, lasts 15 minutes, and is the one that opens', async () => {
  const person = await aCardholder(world.current, { oneTimePin: true });
  const account = await accountOf(ownerOf(person));
  const at = new Date();
  stopClock(at);
  const issue = () =>
    transaction((tx) => issuePin(tx, account, { brandName: 'tessera', locale: 'de', sessionId: null }));
  for (let time = 0; time < 40; time++) await issue();
  const mails = await queuedMails(world.current, person.email);
  const codes = mails.map(({ params }) => String(params.code));
  for (const code of codes) expect(code).toMatch(/^\d{6}$/);
  expect(new Set(codes).size).toBeGreaterThan(30);
  expect(mails[0]).toMatchObject({
    template: 'one_time_pin',
    locale: 'de',
    params: { minutes: 15 },
    expiresAt: new Date(at.getTime() + 15 * MINUTE).toISOString()
  });
  const halfway = await signedIn(person);
  const secret = String((await queuedMails(world.current, person.email)).at(-1)?.params.code);
  expect(await trySignIn(person, { type: 'otp-2fa', secret, halfway })).toMatchObject({ sessionKind: 'full' });
});

describe('P1.003 PD.11 a recovery', () => {
  test.each(['pwd', 'token'] as const)(
    'by a link (%s) is audited, and mailed for its 15 minutes',
    async (loginType) => {
      const person = await aCardholder(world.current);
      if (loginType === 'token') await withToken(world.current, person, { pin: '2468' });
      const at = new Date();
      let mails: Mail[] = [];
      const { entries: written } = await traced(person, async () => {
        await requestRecovery(person.userId, await place(), 'https://cards.example', ORIGIN);
        stopClock(at);
        mails = await worked(person);
      });
      expect(written).toEqual([
        expect.objectContaining({
          ...own('recovery.requested'),
          id: person.id,
          by: null,
          details: { brand: 'tessera' }
        })
      ]);
      expect(mails).toMatchObject([
        {
          template: loginType === 'token' ? 'token_reset_link' : 'password_reset_link',
          params: { minutes: 15 },
          expiresAt: new Date(at.getTime() + 15 * MINUTE).toISOString()
        }
      ]);
      const address = new URL(String(mails[0]?.params.address));
      expect([address.origin, address.pathname, address.searchParams.get('cobrandHost')]).toEqual([
        'https://cards.example',
        '/sdportal/change-password-token-component',
        'tessera'
      ]);
      expect(await resetTokenStatus(address.searchParams.get('token') ?? '')).toBe('ACTIVE');
    }
  );

  test('by a temporary password is audited, and mailed for as long as the issuer says', async () => {
    const person = await aCardholder(world.current);
    await withQuestion(world.current, person);
    const hours = (await accountOf(ownerOf(person))).temporaryPasswordHours;
    const asked = { userId: person.userId, questionId: 'first.pet', answer: 'Biscuit' };
    await ok(requestTemporaryPassword(asked, await placeOfQuestions(), ORIGIN));
    const at = new Date();
    let mails: Mail[] = [];
    const { entries: written } = await traced(person, async () => {
      stopClock(at);
      mails = await worked(person);
    });
    expect(written).toEqual([
      expect.objectContaining({
        ...own('temporary_password.issued'),
        id: person.id,
        by: null,
        details: { brand: 'tessera' }
      })
    ]);
    const expiresAt = new Date(at.getTime() + hours * 60 * MINUTE);
    expect(mails).toMatchObject([
      { template: 'temporary_password', params: { hours }, expiresAt: expiresAt.toISOString() }
    ]);
    const [row] = await query('SELECT must_change AS due, expires_at AS at FROM credentials WHERE user_id = $1', [
      person.id
    ]);
    expect(row).toEqual({ due: true, at: expiresAt });
  });
});

test('P2.025 an identity provider, and who is linked to it, is audited', async () => {
  const person = await aCardholder(world.current);
  const saved = { kind: 'saml' as const, issuer: 'x', signInUrl: 'https://x', certificates: ['x'] };
  const before = (await audited(SYSTEM)).length;
  await saveProvider('tessera', saved, ORIGIN);
  const link = (subject: string | null) =>
    linkIdentity({ brandName: 'tessera', userId: person.userId, subject }, ORIGIN);
  const linked = await traced(person, () => link('robin'));
  const unlinked = await traced(person, () => link(null));
  expect([await removeProvider('tessera', ORIGIN), await removeProvider('tessera', ORIGIN)]).toEqual([true, false]);
  const [first, second, ...more] = (await audited(SYSTEM)).slice(before);
  const entity = 'identity_provider';
  expect(first).toMatchObject({ action: 'identity_provider.saved', entity, id: expect.any(String) });
  expect(first?.details).toEqual({ brand: 'tessera', kind: 'saml', issuer: 'x' });
  expect(second).toMatchObject({ action: 'identity_provider.removed', entity, details: { brand: 'tessera' } });
  expect(more).toEqual([]);
  const details = { brand: 'tessera', provider: first?.id };
  expect(linked.entries).toEqual([expect.objectContaining({ ...own('identity.linked'), id: person.id, details })]);
  expect(unlinked.entries).toEqual([expect.objectContaining({ ...own('identity.unlinked'), id: person.id, details })]);
});
