import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { filesBelow } from './files.mjs';

/** @typedef {import('../composition/define-module').ModuleDeclaration & { name: string }} Declaration */

/** Every folder below lib that has a module.ts, `wing/name`. */
export const moduleNames = () =>
  filesBelow('lib')
    .filter((path) => path.endsWith('/module.ts'))
    .map((path) => dirname(path))
    .sort();

/**
 * The declarations as data, without the code that they import.
 * @param {string[]} names
 * @returns {Promise<Declaration[]>}
 */
async function declarationsOf(names) {
  const esbuild = await import('esbuild');
  const made = 'lib/composition/generated/declarations.mjs';
  mkdirSync(dirname(made), { recursive: true });
  const imports = names.map((name, n) => `import module${n} from './${name}/module';`);
  await esbuild.build({
    stdin: {
      contents: `${imports.join('\n')}\nexport default [${names.map((_name, n) => `module${n}`).join(', ')}];`,
      resolveDir: 'lib'
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: made,
    plugins: [{ name: 'declarations-alone', setup: leaveAway }]
  });
  const { default: declarations } = await import(`${pathToFileURL(made).href}?${Date.now()}`);
  rmSync(made);
  return names.map((name, n) => ({ name, ...declarations[n] }));
}

/** @param {import('esbuild').PluginBuild} build */
function leaveAway(build) {
  build.onResolve({ filter: /^\./ }, ({ path }) =>
    /(\/module|\/define-module)$/.test(path) ? undefined : { path, namespace: 'away' }
  );
  build.onLoad({ filter: /.*/, namespace: 'away' }, () => ({ contents: 'module.exports = {};', loader: 'js' }));
}

/**
 * The modules with those that each one needs before it; a circle is an error.
 * @param {Declaration[]} declarations
 * @returns {Declaration[]}
 */
function inOrder(declarations) {
  const byName = new Map(declarations.map((declaration) => [declaration.name, declaration]));
  /** @type {Set<Declaration>} */
  const done = new Set();
  /** @param {string} name @param {string[]} path */
  const add = (name, path) => {
    if (path.includes(name)) throw new Error(`These modules need one another: ${[...path, name].join(' → ')}.`);
    const declaration = byName.get(name);
    if (!declaration) throw new Error(`${path.at(-1)} needs ${name}, which is no module.`);
    if (done.has(declaration)) return;
    if (name !== 'core') add('core', [...path, name]);
    for (const need of declaration.needs) add(need, [...path, name]);
    done.add(declaration);
  };
  for (const { name } of declarations) add(name, []);
  return [...done];
}

/**
 * One of a kind: a table, an area or an action that two modules declare is an error.
 * @template Value
 * @param {Declaration[]} declarations
 * @param {(declaration: Declaration) => (readonly [string, Value])[]} entriesOf
 */
function collected(declarations, entriesOf) {
  /** @type {Map<string, { name: string, value: Value }>} */
  const owners = new Map();
  for (const declaration of declarations)
    for (const [key, value] of entriesOf(declaration)) {
      const other = owners.get(key);
      if (other) throw new Error(`Both ${other.name} and ${declaration.name} declare ${key}.`);
      owners.set(key, { name: declaration.name, value });
    }
  return owners;
}

/** @param {readonly string[]} list @returns {(readonly [string, string])[]} */
const each = (list = []) => list.map((key) => [key, key]);

const header = '// Generated from the module.ts of every module by lib/launch/modules.mjs.\n';

/**
 * Writes the names of the kinds of records that carry attachments and comments.
 * @param {(path: string, text: string) => void} write
 * @param {Declaration[]} declarations
 */
function writeEntities(write, declarations) {
  const kinds = /** @type {const} */ ([
    ['attachable', 'attachments'],
    ['commentable', 'comments']
  ]);
  for (const [declared, module] of kinds) {
    const entities = [...collected(declarations, (one) => Object.entries(one[declared] ?? {})).keys()];
    write(
      `lib/kit/${module}/generated/entities.ts`,
      `${header}export const ${declared.toUpperCase()}_ENTITIES = ${JSON.stringify(entities)} as const;\n`
    );
  }
}

/**
 * Writes each part of the declarations (lib/composition/define-module.ts) below the code that reads it, so that no
 * import points upwards.
 * @param {(path: string, text: string) => void} write writes a file when it has changed
 */
export async function generateModules(write) {
  const declarations = inOrder(await declarationsOf(moduleNames()));
  const actions = [...collected(declarations, ({ auditActions }) => each(auditActions)).keys()].sort();
  write(
    'lib/core/audit/generated/actions.ts',
    `${header}export const AUDIT_ACTIONS = ${JSON.stringify(actions, null, 2)} as const;\n`
  );
  const purposes = [...collected(declarations, ({ keyPurposes }) => each(keyPurposes)).keys()].sort();
  write(
    'lib/core/secrets/generated/purposes.ts',
    `${header}export const KEY_PURPOSES = ${JSON.stringify(purposes, null, 2)} as const;\n`
  );
  const areas = collected(declarations, (one) => Object.entries(one.areas ?? {}));
  const table = Object.fromEntries([...areas].map(([area, { value }]) => [area, value]));
  write(
    'lib/access/policy/generated/areas.ts',
    `${header}export const POLICY = ${JSON.stringify(table, null, 2)} as const;\n`
  );
  const features = collected(declarations, (one) => Object.entries(one.features ?? {}));
  const needs = Object.fromEntries([...features].map(([feature, { value }]) => [feature, value]));
  write(
    'lib/access/policy/generated/features.ts',
    `${header}export const FEATURES = ${JSON.stringify(needs, null, 2)} as const;\n`
  );
  const ofPrograms = [...collected(declarations, ({ programFeatures }) => each(programFeatures)).keys()];
  write(
    'lib/access/policy/generated/program-features.ts',
    `${header}export const PROGRAM_FEATURES = ${JSON.stringify(ofPrograms, null, 2)} as const;\n`
  );
  const tables = collected(declarations, (one) =>
    each([...(one.tables ?? []), ...Object.keys(one.referenceTables ?? {}), ...Object.keys(one.localTables ?? {})])
  );
  const lists = collected(declarations, (one) => Object.entries(one.lists ?? {}));
  for (const { name, bulkActions = {} } of declarations)
    for (const list of Object.keys(bulkActions))
      if (!lists.has(list)) throw new Error(`${name} adds actions to ${list}, which is no list.`);
  for (const [task, { name, value }] of collected(declarations, (one) => Object.entries(one.homeTasks ?? {})))
    if (!lists.has(value.list))
      throw new Error(`${name} declares the home task ${task} on ${value.list}, which is no list.`);
  const jobs = collected(declarations, (one) => Object.entries({ ...one.jobs, ...one.jobsOverLists }));
  const kinds = [...jobs].map(([kind, { value }]) => [kind, { alone: value.alone, keptDays: value.keptDays }]);
  write(
    'lib/kit/jobs/generated/kinds.ts',
    `${header}export const JOB_KINDS = ${JSON.stringify(Object.fromEntries(kinds.sort()), null, 2)} as const;\n`
  );
  const searched = collected(declarations, (one) => Object.entries(one.searchKinds ?? {}));
  const areasOfKinds = Object.fromEntries([...searched].map(([kind, { value }]) => [kind, value.area]));
  write(
    'lib/kit/search/generated/kinds.ts',
    `${header}export const SEARCH_KIND_AREAS = ${JSON.stringify(areasOfKinds, null, 2)} as const;\n`
  );
  writeEntities(write, declarations);
  collected(declarations, (one) => Object.entries(one.outbox ?? {}));
  collected(declarations, (one) => Object.entries(one.chores ?? {}));
  write(
    'lib/composition/generated/modules.json',
    `${JSON.stringify(
      Object.fromEntries(
        declarations.map(({ name, needs, referenceTables = {}, localTables = {} }) => [
          name,
          {
            needs,
            tables: [...tables].filter(([, owner]) => owner.name === name).map(([key]) => key),
            referenceTables,
            localTables
          }
        ])
      ),
      null,
      2
    )}\n`
  );
  const imports = declarations.map(({ name }, n) => `import module${n} from '${join('../..', name, 'module')}';`);
  const list = declarations.map((_one, n) => `  module${n}`);
  write(
    'lib/composition/generated/modules.ts',
    `${header}${imports.join('\n')}\n\n/** Every module, each after those that it needs. */\nexport const modules = [\n${list.join(',\n')}\n];\n`
  );
}
