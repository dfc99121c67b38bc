import type { TestDatabase } from './database';
import type { Person } from './people';
import { aTwinOf } from './twin';

type Known = Pick<Person, 'id' | 'issuerId'>;

/** A digest of all stored data of a person. */
async function kept(database: TestDatabase, { id }: Known): Promise<string> {
  const tables = await database.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'user_id'
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY 1`
  );
  const parts = [
    `SELECT md5(t::text) AS one FROM users t WHERE id = '${id}'`,
    ...tables
      .filter(({ name }) => name !== 'users')
      .map(
        ({ name }) =>
          `SELECT md5(string_agg(t::text, '/' ORDER BY t::text)) FROM ${name} t WHERE user_id::text = '${id}'`
      )
  ];
  return (await database.query<{ one: string | null }>(parts.join(' UNION ALL '))).map(({ one }) => one).join();
}

/** A step of one person that leaves a colleague, and another issuer with the same ids, as they are. */
export const aloneBeside =
  (database: TestDatabase, person: Known, colleague: Known) =>
  async <T>(step: () => Promise<T>): Promise<T> => {
    const twin = await aTwinOf(database, person.issuerId);
    const others = async () => [await twin.digest(), await kept(database, colleague)];
    const before = await others();
    const outcome = await step();
    expect(await others()).toEqual(before);
    return outcome;
  };
