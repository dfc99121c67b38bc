import { readdirSync, readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';
import { z } from 'zod';
import { database } from '@/lib/core/database/database';
import { sqlCount, sqlKey, sqlName, sqlWord } from '@/lib/core/database/names';
import { Prisma } from '@/lib/core/database/prisma/client';
import { exists, jsonOf, readRows, textOf } from '@/lib/core/database/rows';
import { useDatabase } from '../support/module-world';

useDatabase();

const VALUES = {
  text: z.string(),
  day: z.date(),
  at: z.date(),
  whole: z.number(),
  large: z.bigint(),
  exact: z.instanceof(Prisma.Decimal),
  bytes: z.instanceof(Uint8Array),
  list: z.array(textOf<'a' | 'b'>()),
  told: jsonOf<{ a: number }>(),
  nothing: z.string().nullable()
};

const values = () => Prisma.sql`
  SELECT 'a' AS text, '2026-02-28'::date AS day, '2026-02-28T10:00Z'::timestamptz AS at, 7 AS whole, 7::bigint AS large,
    7.5 AS exact, '\\x07'::bytea AS bytes, ARRAY['a', 'b'] AS list, '{"a":1}'::jsonb AS told, NULL::text AS nothing`;

describe('rows that are read', () => {
  test('come as the database gives them, each type as its schema says', async () => {
    const [row] = await readRows(database(), z.strictObject(VALUES))(values());
    expect(row).toMatchObject({
      day: new Date('2026-02-28'),
      large: 7n,
      list: ['a', 'b'],
      told: { a: 1 },
      nothing: null
    });
    expect(String(row?.exact)).toBe('7.5');
  });

  test.each([
    ['a type that is another', { text: z.number() }, 'text: expected number'],
    ['a null where none may be', { nothing: z.string() }, 'nothing: expected string'],
    ['a word that is none of those', { text: z.enum(['b', 'c']) }, 'text: invalid_value'],
    ['something within jsonb', { told: z.strictObject({ a: z.string() }) }, 'told: expected string'],
    ['a column too few', { more: z.string() }, 'more: expected string']
  ])('fail for %s, naming statement and column and no value', async (_, other, told) => {
    const reading = readRows(database(), z.strictObject({ ...VALUES, ...other }))(values());
    const columns = `SELECT 'a' AS text, '2026-02-28'::date AS day, '2026-02-28T10:00Z'::timestamptz AS at, 7 AS whole, 7::bigint AS large,`;
    await expect(reading).rejects.toThrow(`rows are not as their schema says, of "${columns}": ${told}`);
  });

  test('fail for a column too many', async () => {
    const reading = readRows(database(), z.strictObject({ id: z.string() }))`SELECT ${'x'} AS id, ${'secret'} AS name`;
    await expect(reading).rejects.toThrow(/of "SELECT … AS id, … AS name": name: not in the schema$/);
  });

  test('are told to be there or not', async () => {
    const one = (number: number) => exists(database())`SELECT 1 WHERE ${number}::int = 1`;
    expect([await one(1), await one(2)]).toEqual([true, false]);
  });
});

describe('what is written into a statement and is no parameter', () => {
  test('is a name, a key or a number of the code’s own', () => {
    const texts = [
      sqlName('t.issuer_id'),
      sqlName('"nameCurrency"'),
      sqlKey('accountingCode'),
      sqlCount(5_000),
      sqlWord('tax-rate')
    ];
    expect(texts.map(({ sql }) => sql)).toEqual([
      't.issuer_id',
      '"nameCurrency"',
      "'accountingCode'",
      '5000',
      "'tax-rate'"
    ]);
  });

  test.each(['', 'a b', 'a;', 'a.b.c', "a'", '"a', '"a" b"', 'a--', 'a()', '1'])('refuses the name %j', (name) => {
    expect(() => sqlName(name)).toThrow(RangeError);
  });

  test.each(['', "a'", 'a-b', '1a', 'a b'])('refuses the key %j', (key) => {
    expect(() => sqlKey(key)).toThrow(RangeError);
  });

  test.each(['', "a'", 'a b', 'A', '-a', 'a--b', 'a1'])('refuses the word %j', (word) => {
    expect(() => sqlWord(word)).toThrow(RangeError);
  });

  test.each([1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses the number %d', (count) => {
    expect(() => sqlCount(count)).toThrow(RangeError);
  });
});

/** The members of Prisma's that only lib/core/database may name. */
const UNCHECKED = new Set(['$queryRaw', '$queryRawUnsafe', '$executeRawUnsafe', 'raw']);

/** What a source names of them: `$queryRaw`, `Prisma.raw`. */
function uncheckedIn(source: string, tsx = false): string[] {
  const found: string[] = [];
  if (!/\$queryRaw|Unsafe|\braw\b/.test(source)) return found;
  const visit = (node: unknown): void => {
    if (!node || typeof node !== 'object') return;
    const { type, object, property } = node as Record<string, { value?: string } | undefined> & { type?: string };
    if (type === 'MemberExpression' && UNCHECKED.has(property?.value ?? ''))
      if (property?.value !== 'raw' || object?.value === 'Prisma') found.push(property?.value ?? '');
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(source, { syntax: 'typescript', tsx }));
  return found;
}

describe('no statement is read on trust', () => {
  test('such as stand in a source are found', () => {
    const source = `tx.$queryRaw<Row[]>\`SELECT 1\`; a(db().$queryRaw(sql)); b.$queryRawUnsafe(x); Prisma.raw(name); strings.raw`;
    expect(uncheckedIn(source)).toEqual(['$queryRaw', '$queryRaw', '$queryRawUnsafe', 'raw']);
  });

  test('what names them is lib/core/database alone', () => {
    const files = ['lib', 'app'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
        (path) => `${folder}/${path.replaceAll('\\', '/')}`
      )
    );
    const others = files
      .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('lib/core/database/'))
      .flatMap((path) => uncheckedIn(readFileSync(path, 'utf8'), path.endsWith('x')).map((name) => `${path} ${name}`));
    expect(others).toEqual([]);
  });
});
