import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const MODULES = JSON.parse(readFileSync('lib/composition/generated/modules.json', 'utf8')) as Record<
  string,
  { needs: string[]; tables: string[] }
>;
const OWNERS = new Map(Object.entries(MODULES).flatMap(([name, { tables }]) => tables.map((table) => [table, name])));
const MODELS = new Map(
  [...readFileSync('prisma/schema.prisma', 'utf8').matchAll(/^model (\w+) \{[\s\S]*?@@map\("(\w+)"\)/gm)].map(
    ([, model = '', table = '']) => [`${model.charAt(0).toLowerCase()}${model.slice(1)}`, table]
  )
);

/** Tables that a module other than the owner still writes. Lines may be removed, never added. */
const NOT_YET_THE_OWNERS = [
  'brand/studio brand_hostnames',
  'brand/studio brands',
  'directory/people challenge_enrolments',
  'directory/people credentials',
  'directory/people federated_identities',
  'directory/people hardware_tokens',
  'directory/people passkeys',
  'directory/people password_history',
  'directory/people recognized_browsers',
  'directory/people registrations',
  'directory/people security_answers',
  'directory/people sessions',
  'directory/programs companies',
  'directory/programs nodes',
  'directory/programs settings',
  'directory/structure audit_entries',
  'directory/structure files',
  'kit/setup files',
  'money/feeds transactions',
  'money/ledger transactions',
  'sign-in users'
];

/** The module that a file of lib belongs to. */
function moduleOf(path: string): string {
  const [wing = '', folder = ''] = path.split('/');
  return MODULES[wing] ? wing : `${wing}/${folder}`;
}

/** The tables that a source text writes, by statement or by Prisma's client. */
function written(source: string): Set<string> {
  const statements = [
    ...source.matchAll(
      /\b(?:INSERT INTO|(?<!FOR (?:NO KEY )?)UPDATE|DELETE FROM|MERGE INTO|TRUNCATE)\s+(?:ONLY\s+)?([a-z_]+)\b/g
    )
  ].map(([, table = '']) => table);
  const calls = [...source.matchAll(/\.(\w+)\.(?:create|update|delete|upsert)(?:Many\w*)?\(/g)].map(
    ([, model = '']) => MODELS.get(model) ?? ''
  );
  const copies = [...source.matchAll(/copyIn\([^,]+,\s*'([a-z_]+)'/g)].map(([, table = '']) => table);
  return new Set([...statements, ...calls, ...copies].filter((table) => OWNERS.has(table)));
}

const FILES = readdirSync('lib', { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts') && !/^(launch|core\/database\/prisma)\//.test(path));

describe('a table has one owner', () => {
  test('every table of the schema is declared by one module', () => {
    const tables = [...MODELS.values()].sort();
    expect([...OWNERS.keys()].sort()).toEqual(tables);
  });

  test('only its module writes it', () => {
    const others = FILES.flatMap((path) => {
      const module = moduleOf(path);
      return [...written(readFileSync(join('lib', path), 'utf8'))]
        .filter((table) => OWNERS.get(table) !== module)
        .map((table) => `${module} ${table}`);
    });
    expect([...new Set(others)].sort()).toEqual(NOT_YET_THE_OWNERS);
  });

  test('no file of lib stands outside of a module', () => {
    const outside = FILES.filter((path) => !MODULES[moduleOf(path)] && !path.startsWith('composition/'));
    expect([...new Set(outside.map((path) => dirname(path)))]).toEqual([]);
  });

  test('a module needs no other that it doesn’t import', () => {
    const needless = Object.entries(MODULES).flatMap(([name, { needs }]) => {
      const sources = FILES.filter((path) => path.startsWith(`${name}/`)).map((path) => ({
        folder: join('lib', dirname(path)),
        text: readFileSync(join('lib', path), 'utf8')
      }));
      const imported = new Set(
        sources.flatMap(({ folder, text }) =>
          [...text.matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].map(([, path = '']) =>
            moduleOf(
              join(folder, path)
                .replaceAll('\\', '/')
                .replace(/^lib\//, '')
            )
          )
        )
      );
      return needs.filter((need) => !imported.has(need)).map((need) => `${name} ${need}`);
    });
    expect(needless).toEqual([]);
  });
});
