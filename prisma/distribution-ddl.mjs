// npm run distribution-ddl: the statements that distribute the database by issuer with Citus (docs/scale.md).
import { readFileSync } from 'node:fs';

/** The table that the others of issuers lie beside. */
const FIRST = 'nodes';

/** @type {{ tables: string[], referenceTables: Record<string, string>, localTables: Record<string, string> }[]} */
const modules = Object.values(JSON.parse(readFileSync('lib/composition/generated/modules.json', 'utf8')));
const references = new Map(modules.flatMap(({ referenceTables }) => Object.entries(referenceTables)));
const locals = new Map(modules.flatMap(({ localTables }) => Object.entries(localTables)));
const ofIssuers = modules.flatMap(({ tables }) => tables).filter((name) => !references.has(name) && !locals.has(name));

/** The tables that each table points to, as prisma/schema.prisma has its foreign keys. */
function targets() {
  const models = [
    ...readFileSync('prisma/schema.prisma', 'utf8').matchAll(/^model (\w+) \{\n([\s\S]*?)@@map\("(\w+)"\)/gm)
  ];
  const tableOf = new Map(models.map(([, model, , table]) => [model, table]));
  return new Map(
    models.map(([, , body = '', table]) => [
      table,
      [...body.matchAll(/^ +\w+ +(\w+)\??\s.*@relation\(.*fields: /gm)].flatMap(([, model]) => tableOf.get(model) ?? [])
    ])
  );
}

/**
 * Each after those that it points to: Citus distributes no table before what its foreign keys need.
 * @param {string[]} names
 */
function inOrder(names) {
  const pointsTo = targets();
  /** @type {Set<string>} */
  const done = new Set();
  /** @param {string} name @param {string[]} path */
  const add = (name, path) => {
    if (path.includes(name)) throw new Error(`These tables point to one another: ${[...path, name].join(' → ')}.`);
    for (const target of pointsTo.get(name) ?? [])
      if (target !== name && names.includes(target)) add(target, [...path, name]);
    done.add(name);
  };
  for (const name of names) add(name, []);
  return [...done];
}

const distributed = inOrder([FIRST, ...ofIssuers.filter((name) => name !== FIRST)]).map(
  (name) =>
    `SELECT create_distributed_table('${name}', 'issuer_id', colocate_with => '${name === FIRST ? 'none' : FIRST}');`
);

process.stdout.write(
  [
    '-- Made from the modules by npm run distribution-ddl. docs/scale.md says what must be mended before it is run.',
    '',
    '-- A copy on each server:',
    ...inOrder([...references.keys()]).map(
      (name) => `SELECT create_reference_table('${name}'); -- ${references.get(name)}`
    ),
    '',
    '-- By issuer, the rows of one together:',
    ...distributed,
    '',
    '-- These stay as they are, on the coordinator:',
    ...[...locals].map(([name, why]) => `-- ${name}: ${why}`),
    ''
  ].join('\n')
);
