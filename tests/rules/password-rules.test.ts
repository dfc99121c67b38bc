import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import fc from 'fast-check';
import { type Account, accountOf } from '@/lib/sign-in/account/accounts';
import { isCommonPassword } from '@/lib/sign-in/password/common-passwords';
import { brokenRules, PASSWORD_RULES, trimPassword } from '@/lib/sign-in/password/password-rules';
import { passwordFault } from '@/lib/sign-in/password/passwords';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aCardholder, hashOf, PASSWORD } from '../support/people';

const database = useDatabase();
const broken = (password: string, userId = 'somebody.else') => brokenRules(password, userId);

// No two neighbours of `good` are alike, since letters and others take turns; Ω is in neither.
const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZäßçñłжя漢字ひ');
const other = fc.constantFrom(...'0123456789!"§$%&/()=?+*#-_.:,;<>|~@€ 🙂');
const anyCharacter = fc.oneof(letter, other, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }));
/** The rules: 12 to 20 characters, 2 letters, 2 others, no character three times in a row. */
const good = fc
  .tuple(fc.array(fc.tuple(letter, other), { minLength: 6, maxLength: 10 }))
  .map(([pairs]) => pairs.flat().join(''));

describe('C5.001 any password', () => {
  test('C9.001 P5.011 P9.001 has 12 to 20 characters as a person counts them, or breaks `length`', () => {
    fc.assert(
      fc.property(fc.array(anyCharacter, { maxLength: 30 }), (characters) => {
        const password = characters.join('');
        const counted = [...password].length;
        expect(broken(password).includes('length')).toBe(counted < 12 || counted > 20);
      })
    );
    expect([11, 12, 20, 21].map((length) => broken('🙂'.repeat(length)).includes('length'))).toEqual([
      true,
      false,
      false,
      true
    ]);
  });

  test('has 2 letters and 2 of anything else, in whatever script, or breaks `include`', () => {
    fc.assert(
      fc.property(fc.array(letter, { maxLength: 10 }), fc.array(other, { maxLength: 10 }), (letters, others) => {
        const enough = letters.length >= 2 && others.length >= 2;
        expect(broken(`${others.join('')}${letters.join('')}`).includes('include')).toBe(!enough);
      })
    );
  });

  test('repeats nothing more than twice in a row, or breaks `exclude`', () => {
    fc.assert(
      fc.property(good, fc.integer({ min: 1, max: 5 }), fc.nat(20), (password, times, at) => {
        const characters = [...password];
        const built = [...characters.slice(0, at), 'Ω'.repeat(times), ...characters.slice(at)].join('');
        expect(broken(built).includes('exclude')).toBe(times > 2);
      })
    );
  });

  test('P5.006 P5.009 is not the user id, whatever its capitals and the space around it, or breaks `user.id`', () => {
    fc.assert(
      fc.property(good, fc.boolean(), fc.constantFrom('', ' ', '\t '), (password, upper, space) => {
        const userId = `${space}${upper ? password.toUpperCase() : password}${space}`;
        fc.pre(userId.trim().toLowerCase() === password.toLowerCase());
        expect(broken(password, userId)).toContain('user.id');
        expect(broken(password, `${userId.trim()}x`)).not.toContain('user.id');
      })
    );
  });

  test('breaks no rule when it is made by the rules, and every rule when it is empty', () => {
    fc.assert(fc.property(good, (password) => expect(broken(password)).toEqual([])));
    expect(broken('')).toEqual(['length', 'include', 'exclude', 'user.id']);
  });

  test('is judged, however odd, without an error, and the same at every time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ unit: 'binary' }), (password, userId) => {
        expect(brokenRules(password, userId)).toEqual(brokenRules(password, userId));
        expect(Object.keys(PASSWORD_RULES)).toEqual(expect.arrayContaining(brokenRules(password, userId)));
      })
    );
  });

  test('P5.008 PD.4 loses only ordinary space around it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(3), fc.nat(3), (text, before, after) => {
        const padded = `${' '.repeat(before)}${text}${' '.repeat(after)}`;
        expect(trimPassword(padded)).toBe(trimPassword(text));
        expect(trimPassword(trimPassword(padded))).toBe(trimPassword(padded));
        expect(padded).toContain(trimPassword(padded));
      })
    );
    expect(trimPassword('\u00a0 a\t ')).toBe('\u00a0 a\t');
  });
});

describe('a common password', () => {
  test.each([
    'password',
    'PASSWORD',
    'P4ssw0rd-2026',
    'qwertyuiop12',
    '123password456',
    'iloveyou!!!!',
    'Dragon-12345'
  ])('%s is one, under its capitals, digits and signs', (password) => expect(isCommonPassword(password)).toBe(true));

  test.each([PASSWORD, 'Maple-Harbour-77', 'kwhm-7342-qexp', '漢字ひらがな-2026-ab'])('%s is none', (password) =>
    expect(isCommonPassword(password)).toBe(false)
  );

  test('stays one in any capitals, with any digits around it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('password', 'sunshine', 'superman', 'football'),
        fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
        fc.stringMatching(/^[0-9!.-]{2,6}$/),
        (word, upper, tail) => {
          const written = Array.from(word, (sign, at) => (upper[at] ? sign.toUpperCase() : sign)).join('');
          expect(isCommonPassword(`${written}${tail}`)).toBe(true);
          expect(isCommonPassword(`${tail}${written}`)).toBe(true);
        }
      )
    );
  });
});

describe('what only the server can tell', () => {
  const field = 'newCredential';
  async function anAccount(): Promise<Account> {
    const { issuerId, id: userId } = await aCardholder(database.current);
    return accountOf({ issuerId, userId });
  }

  test('the fault names its rule by a message of its own where there is one', async () => {
    // A user id that breaks no rule itself, as a random one could.
    const account = { ...(await anAccount()), userId: 'Robin.Example26' };
    const fault = (password: string) => passwordFault(account, password, ORIGIN, PASSWORD);
    expect(await fault('Short-1')).toMatchObject({
      code: 'password.policy',
      field,
      message: 'password.length.invalid',
      params: { min: 12, max: 20 }
    });
    expect(await fault(account.userId.toUpperCase())).toMatchObject({ message: 'password.user.id.match' });
    expect(await fault('aaa-bbb-ccc-1')).toEqual({ code: 'password.policy', field });
    expect(await fault('Password-2026')).toMatchObject({ message: 'password.common' });
    expect(await fault('Maple-Harbour-77')).toBeNull();
  });

  test('none of the last four is taken, the fifth before is', async () => {
    const account = await anAccount();
    const older = ['Older-Harbour-1', 'Older-Harbour-2', 'Older-Harbour-3', 'Older-Harbour-4'];
    for (const [n, password] of older.entries()) {
      await database.current.query(
        'INSERT INTO password_history (issuer_id, user_id, id, password_hash, set_at) VALUES ($1, $2, gen_random_uuid(), $3, now() - make_interval(days => $4))',
        [account.issuerId, account.id, hashOf(password), n + 1]
      );
    }
    const message = async (password: string, current?: string) =>
      (await passwordFault(account, password, ORIGIN, current))?.message;
    expect(await message(PASSWORD)).toBe('password.history');
    expect(await message(PASSWORD, PASSWORD)).toBe('password.history');
    for (const password of older.slice(0, 3)) expect(await message(password)).toBe('password.history');
    expect(await message('Older-Harbour-4')).toBeUndefined();
  });
});

describe('the same rules in the browser', () => {
  const bundle = async (entry: string) =>
    build({
      entryPoints: [entry],
      bundle: true,
      write: false,
      metafile: true,
      format: 'iife',
      globalName: 'made',
      packages: 'external'
    });

  test('P5.009 the choice of a password, on every page, holds this very module', async () => {
    const { metafile } = await bundle('app/sdportal/ui/password-choice.tsx');
    const fromServer = Object.keys(metafile.inputs).filter((path) => path.startsWith('lib/'));
    expect(fromServer).toEqual(['lib/sign-in/password/password-rules.ts']);
  });

  test('it needs nothing of a server, and judges alike', async () => {
    const { outputFiles } = await bundle('lib/sign-in/password/password-rules.ts');
    const made = runInNewContext(`${outputFiles[0]?.text}; made`) as { brokenRules: typeof brokenRules };
    fc.assert(
      fc.property(fc.oneof(good, fc.string({ unit: 'grapheme', maxLength: 30 })), fc.string(), (password, userId) => {
        expect([...made.brokenRules(password, userId)]).toEqual(brokenRules(password, userId));
      })
    );
  });
});
