import type { TextKey } from '@/lib/core/language/text-key';
import { translator } from '@/lib/core/language/texts';
import { nameSchema } from '@/lib/directory/people/names';
import { newUserIdSchema } from '@/lib/directory/people/new-user-id';
import { LOCK_CAUSES, USER, type UserState, userState } from '@/lib/directory/people/states';
import { USERS } from '@/lib/directory/people/user-listing';

const faultOf = (schema: typeof nameSchema | typeof newUserIdSchema, typed: string) => {
  const parsed = schema.safeParse(typed);
  return parsed.success ? null : parsed.error.issues[0]?.message;
};

describe('user ids', () => {
  test.each(['annali', 'Anna2026', 'a1234567890', 'ABCDEF'])('C5.005 C9.004 takes %s', (userId) => {
    expect(newUserIdSchema.parse(` ${userId} `)).toBe(userId);
  });

  test.each([
    ['annal', 'user.id.short'],
    ['anna lind', 'user.id.spaces'],
    ['anna.lind', 'user.id.special.characters'],
    ['anna_lind', 'user.id.special.characters'],
    ['ännali', 'user.id.special.characters'],
    ['аnnali', 'user.id.special.characters'], // begins with a Cyrillic letter
    ['a12345678901', 'user.id.digits'],
    ['12345678901', 'user.id.digits'],
    ['4111111111111111', 'user.id.card.number'],
    ['4111 1111 1111 1111', 'user.id.card.number'],
    ['4111-1111-1111-1111', 'user.id.card.number'],
    ['', 'required']
  ])('C5.005 C9.004 refuses %s', (userId, fault) => {
    expect(faultOf(newUserIdSchema, userId)).toBe(fault);
  });
});

describe('first and last names', () => {
  test.each([
    'Anna',
    'Anna Maria',
    'Jean-Pierre',
    "O'Brien",
    'O’Neill',
    'María del Carmen',
    'van der Berg',
    'de la Cruz',
    'John F. K. Smith',
    '王小明',
    '尼古拉·特斯拉',
    'Nguyễn Thị',
    'بن سلمان',
    'Henry 2',
    'Smith (Jr)'
  ])('C5.008 takes %s', (name) => {
    expect(nameSchema.parse(`  ${name} `)).toBe(name.normalize('NFC'));
  });

  test.each([
    ['One Two Three', 'name.rule'],
    ['R2D25', 'name.rule'],
    ['A*b*c*', 'name.rule'],
    ['12', 'name.letters'],
    ['<b>Anna', 'html.refused'],
    [' ', 'required'],
    ['x'.repeat(81), 'too.long']
  ])('C5.008 refuses %s', (name, fault) => {
    expect(faultOf(nameSchema, name)).toBe(fault);
  });
});

describe('the status of a user', () => {
  const TABLE: Record<string, (UserState | null)[]> = {
    //           from active, inactive, locked, deleted
    activate: [null, 'active', null, null],
    deactivate: ['inactive', null, null, null],
    lock: ['locked', null, null, null],
    unlock: [null, null, 'active', null],
    lock_dual_authentication: ['locked', null, null, null],
    clear_dual_authentication: [null, null, 'active', null],
    delete: ['deleted', 'deleted', 'deleted', null]
  };

  test('C4.021 Active, Inactive and Locked change as the table says, and not otherwise', () => {
    expect([...USER.eventNames].sort()).toEqual(Object.keys(TABLE).sort());
    for (const event of USER.eventNames)
      expect(USER.states.map((state) => USER.after(state, event))).toEqual(TABLE[event]);
  });

  test('nothing happens to a deleted user', () => {
    expect(USER.possible(userState({ status: 'inactive', deletedAt: new Date() }))).toEqual([]);
    expect(USER.possible(userState({ status: 'locked', deletedAt: null }))).toEqual([
      'unlock',
      'clear_dual_authentication',
      'delete'
    ]);
  });

  test('C4.022 C4.023 every cause of a lock has its words', () => {
    const t = translator('en_US');
    const { choices } = USERS.columns.lockCause as { choices: Record<string, TextKey> };
    expect(Object.keys(choices)).toEqual([...LOCK_CAUSES]);
    expect(t(choices.dual_authentication as TextKey)).toContain('Locked - Invalid Password');
    for (const key of Object.values(choices)) expect(t(key)).not.toBe(key);
  });
});
