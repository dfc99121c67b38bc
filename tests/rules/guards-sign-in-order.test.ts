import { transaction } from '@/lib/core/database/database';
import { type Account, accountOf } from '@/lib/sign-in/account/accounts';
import { maskedAddress } from '@/lib/sign-in/account/masked-address';
import { type Actor, actorOf } from '@/lib/sign-in/session/sessions';
import { nextStep, nextTokenParameters, openStep, type Proved } from '@/lib/sign-in/steps/sign-in-steps';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aCardholder, type Person, withChallenge } from '../support/people';
import { queuedMails } from '../support/queued-mail';
import { aBrand, place } from '../support/sign-in';

const world = useDatabase();

beforeAll(() => aBrand());

const account = (person: Person) => accountOf({ issuerId: person.issuerId, userId: person.id });

describe('PD.8 C1.011 C1.017 C2.001 what follows in a sign-in', () => {
  const FLAGS = ['code', 'brandCode', 'dual', 'enrolled', 'pending', 'twoFactor', 'due', 'fresh', 'mailless'] as const;
  type Flags = Record<(typeof FLAGS)[number], boolean>;

  /** The order, written a second time by hand. */
  function expected(proved: Proved, f: Flags) {
    const soft = f.pending || f.twoFactor;
    const mailFirst = f.code || f.brandCode || soft || (f.dual && !f.enrolled && !f.mailless);
    if (proved === 'password' && mailFirst) return 'one_time_pin';
    const isEarly = ['password', 'otp-2fa'].includes(proved);
    if (isEarly && f.dual && f.enrolled) return 'challenge';
    if (soft) return 'soft_token';
    if (isEarly && f.dual) return 'enrol_challenge';
    if (f.due) return 'change_password';
    return f.fresh ? 'new_user' : 'full';
  }

  const every = Array.from(
    { length: 2 ** FLAGS.length },
    (_, bits) => Object.fromEntries(FLAGS.map((flag, at) => [flag, Boolean(bits & (1 << at))])) as Flags
  );

  test.each<Proved>(['password', 'otp-2fa', 'challenge', 'enrolment', 'set_up', 'passkey'])(
    'after %s is the first of what is still asked for, whatever else is',
    async (proved) => {
      const known = await account(await aCardholder(world.current));
      const { brand, locale } = await place();
      for (const flags of every) {
        const asked: Account = {
          ...known,
          oneTimePinRequired: flags.code,
          dualAuthenticationRequired: flags.dual,
          isEnrolled: flags.enrolled,
          hasPendingToken: flags.pending,
          twoFactorRequired: flags.twoFactor,
          mustChange: flags.due,
          isNew: flags.fresh,
          email: flags.mailless ? null : known.email
        };
        const at = { brand: { ...brand, oneTimePinRequired: flags.brandCode }, locale };
        const told = [flags, await nextStep(asked, proved, at)];
        expect(told).toEqual([flags, expected(proved, flags)]);
        // A token stands for all of it.
        const byToken = await nextStep({ ...asked, loginType: 'token' }, 'token', at);
        expect(byToken).toBe(flags.fresh ? 'new_user' : 'full');
      }
    }
  );
});

describe('PD.8 P8.004 P8.005 a step of a sign-in', () => {
  const page = (name: string, parameters = '') => `/sdportal/${name}-component?cobrandHost=tessera${parameters}`;

  test.each<[Exclude<Actor['kind'], 'access'>, (person: Person, sessionId: string) => string]>([
    ['full', () => '/workspace'],
    [
      'one_time_pin',
      ({ email }) => page('one-time-passcode', `&${new URLSearchParams({ delivery: maskedAddress(email) })}`)
    ],
    ['change_password', () => page('change-password', '&ec=320938184')],
    ['new_pin', () => page('new-rsa-pin')],
    ['next_token', (_, sessionId) => page('next-token', `&${new URLSearchParams(nextTokenParameters(sessionId))}`)],
    ['challenge', () => page('challenge-question')],
    ['enrol_challenge', () => page('challenge-enrolment')],
    ['new_user', () => page('new-user')],
    ['soft_token', () => page('soft-token')]
  ])('%s leads to its own page, in a session of its own, and begins nothing else', async (kind, address) => {
    const person = await aCardholder(world.current);
    await withChallenge(world.current, person);
    const step = { kind, type: 'password', place: await place() } as const;
    const before = await account(person);
    const opened = await transaction((tx) => openStep(tx, before, step, ORIGIN));
    if (!opened) throw new Error('not opened');
    expect(opened).toMatchObject({ sessionKind: kind, userId: person.userId });
    expect(opened.redirect).toBe(address(person, opened.session.id));
    expect(await actorOf(opened.session.token)).toMatchObject({ kind, userId: person.id, brandName: 'tessera' });
    const [row] = await world.current.query(
      `SELECT u.last_sign_in_at IS NOT NULL AS "signedIn", e.asked_question_id IS NOT NULL AS asked,
         EXISTS (SELECT FROM hardware_tokens t WHERE t.user_id = u.id AND status = 'pending') AS token,
         EXISTS (SELECT FROM one_time_pins p WHERE p.user_id = u.id AND p.session_id = $2) AS code
       FROM users u JOIN challenge_enrolments e ON (e.issuer_id, e.user_id) = (u.issuer_id, u.id) WHERE u.id = $1`,
      [person.id, opened.session.id]
    );
    expect(row).toEqual({
      signedIn: kind === 'full',
      asked: kind === 'challenge',
      token: kind === 'soft_token',
      code: kind === 'one_time_pin'
    });
    const mails = await queuedMails(world.current, person.email);
    expect(mails.map(({ template }) => template)).toEqual(kind === 'one_time_pin' ? ['one_time_pin'] : []);
  });
});
