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

/** The tables that a source text reads, by statement or by Prisma's client. */
function read(source: string): Set<string> {
  const statements = [...source.matchAll(/\b(?:FROM|JOIN|USING)\s+(?:ONLY\s+)?([a-z_]+)\b/g)].map(
    ([, table = '']) => table
  );
  const calls = [...source.matchAll(/\.(\w+)\.(?:find|count|aggregate|groupBy)\w*\(/g)].map(
    ([, model = '']) => MODELS.get(model) ?? ''
  );
  return new Set([...statements, ...calls].filter((table) => OWNERS.has(table)));
}

/** `module table` of what the modules do with tables of others. */
function ofOthers(tablesIn: (source: string) => Set<string>): string[] {
  const pairs = FILES.flatMap((path) => {
    const module = moduleOf(path);
    return [...tablesIn(readFileSync(join('lib', path), 'utf8'))]
      .filter((table) => OWNERS.get(table) !== module)
      .map((table) => `${module} ${table}`);
  });
  return [...new Set(pairs)].sort();
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
    expect(ofOthers(written)).toEqual([]);
  });

  test('others read it through what its module offers', () => {
    expect(ofOthers(read)).toEqual([]);
  });

  test('set-up records are named by their engine alone: others read them by entity (lib/kit/setup/records-of.ts)', () => {
    const engine = /^lib\/(kit\/setup|core\/database\/prisma)\//;
    const named = ['lib', 'app']
      .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)))
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => /\.tsx?$/.test(path) && !engine.test(path))
      .filter((path) =>
        /\bsetup_(records|references|totals|record_keys)\b|\.setup(Record|Reference|Total|RecordKey)\.|\bdata\s*->/.test(
          readFileSync(path, 'utf8')
        )
      );
    expect(named).toEqual([]);
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
