import { transaction } from '@/lib/core/database/database';
import { generateUserId, newUserIdSchema } from '@/lib/directory/people/new-user-id';
import { latinLetters } from '@/lib/directory/people/transliterate';
import { useDatabase } from '../support/module-world';
import { aCardholder } from '../support/people';
import { withSetting } from '../support/settings';

const world = useDatabase();

const generate = ({ issuerId }: { issuerId: string }, firstName: string, lastName: string) =>
  transaction((tx) => generateUserId(tx, { issuerId, companyId: null }, { firstName, lastName }));

/** Takes every user id of these letters and so many digits. */
async function takeAll({ issuerId }: { issuerId: string }, letters: string, digits: number): Promise<void> {
  await world.current.query(
    `WITH made AS (
       INSERT INTO users (issuer_id, id, user_id, first_name, last_name, role)
       SELECT $1, gen_random_uuid(), $2 || lpad(n::text, $3, '0'), 'Taken', 'Already', 'A'
       FROM generate_series(0, (10 ^ $3::int)::int - 1) AS n
       RETURNING id, user_id)
     INSERT INTO user_directory SELECT lower(user_id), md5('alias' || id), md5('ldap' || id), $1, id FROM made`,
    [issuerId, letters, digits]
  );
}

test('W12 C5.007 with the 10,000 of four digits taken, a name without Latin letters gets a longer one at once', async () => {
  const place = await aCardholder(world.current);
  await takeAll(place, 'user', 4);
  const made = await Promise.all(Array.from({ length: 5 }, () => generate(place, '小明', '王')));
  for (const userId of made) expect(userId).toMatch(/^user\d{5}$/);
  expect(new Set(made).size).toBe(5);
});

test('W12 holds one lock for the user id that it gives, however many were tried', async () => {
  const place = await aCardholder(world.current);
  await takeAll(place, 'nberg', 4);
  const locks = await transaction(async (tx) => {
    await generateUserId(tx, { issuerId: place.issuerId, companyId: null }, { firstName: 'Nora', lastName: 'Berg' });
    const [row] = await tx.$queryRaw<{ held: number }[]>`
      SELECT count(*)::int AS held FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()`;
    return row?.held;
  });
  expect(locks).toBe(1);
});

test('W12 C5.005 ends when nothing is free, and every id follows the rules, also behind a prefix of digits', async () => {
  const place = await aCardholder(world.current);
  await withSetting(world.current, place, 'user.id.prefix', '123');
  for (let n = 0; n < 20; n++)
    expect(newUserIdSchema.safeParse(await generate(place, 'Ωμέγα', 'Ζήτα')).success).toBe(true);
  const full = {
    userDirectory: {
      findMany: async ({ where }: { where: { userIdKey: { in: string[] } } }) =>
        where.userIdKey.in.map((userIdKey) => ({ userIdKey }))
    }
  };
  const stuck = transaction((tx) =>
    generateUserId(
      { ...tx, $queryRaw: tx.$queryRaw.bind(tx), ...full } as unknown as typeof tx,
      { issuerId: place.issuerId, companyId: null },
      { firstName: 'A', lastName: 'B' }
    )
  );
  await expect(stuck).rejects.toThrow('no user id is free');
});

test.each([
  ['Анна Иванова', 'annaivanova'],
  ['Олексій Щербак', 'oleksiishcherbak'],
  ['Γιώργος Παπαδόπουλος', 'giorgospapadopoulos'],
  ['김민수', 'gimminsu'],
  ['Björn Åkesson Łuczak Straße Ærø', 'bjornakessonluczakstrasseaero'],
  ['王小明', '']
])('W12 %s is written as %p in a user id', (name, letters) => {
  expect(latinLetters(name)).toBe(letters);
});
