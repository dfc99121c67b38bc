import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { filesBelow } from './files.mjs';
import { generateModules, moduleNames } from './modules.mjs';
import { runCommand } from './problem.mjs';
import { program } from './steps.mjs';
import { generateTextKeys } from './texts.mjs';

const INPUTS = [
  'app',
  'i18n',
  'lib',
  'messages',
  'prisma',
  'public',
  'package.json',
  'package-lock.json',
  'next.config.mjs',
  'tsconfig.json',
  'proxy.ts',
  'instrumentation.ts'
];
const MADE = [
  'lib/core/database/prisma',
  'lib/access/policy/generated',
  'lib/composition/generated',
  'lib/core/audit/generated',
  'lib/core/http/generated',
  'lib/core/language/generated',
  'lib/core/secrets/generated',
  'lib/kit/jobs/generated',
  'lib/kit/setup/generated',
  'app/sdportal/generated',
  'app/workspace/generated',
  'app/api-reference/generated'
];
/** Where the calls for outside clients stand: each route.ts below is published (docs/architecture.md, "A contract"). */
const CONTRACTS = ['assets', 'cpae', 'heracles', 'sdportal/portalstatic', 'sdportal/rest', 'services'];
/** But for these: steps that only a browser takes, between our own pages and a provider or an authenticator. */
const BROWSER_ONLY = /^(heracles\/(sso|passkeys)|services\/authentication-service\/protected\/passkeys)\//;
/** The keys of texts that come from the declaration of a set-up entity. */
const OF_AN_ENTITY = /^(setup\.entity\.|listing\.setup-)/;
/** Where a portal page stands inside the product; outside it is known without it. */
const PORTAL_PLACE = /(?<=^sdportal)\/\[audience\]\/\[locale\]\/\((shared|personal)\)/;
/**
 * The key of server actions is the same in every build, so that a form of the release before is taken by the next. It
 * keeps no secret: no action closes over a value.
 */
const ACTION_KEY = createHash('sha256').update('tessera server actions').digest('base64');
/** A folder that only groups pages under a layout. */
const GROUP = /\/\([a-z]+\)(?=\/|$)|^\([a-z]+\)\//g;
const STAMP = '.next/standalone/.built-from';
/**
 * Tells the browser to compile a whole file while it arrives, off the main thread, instead of each function when it is
 * called first (V8, "Explicit compile hints"; others take it as a comment).
 */
const COMPILE_AT_ONCE = '//# allFunctionsCalledOnLoad\n';

/**
 * A digest of everything in the given files and folders, generated ones left out.
 * @param {string[]} paths
 */
export function digestOf(paths) {
  const hash = createHash('sha256');
  /** @param {string} path */
  const visit = (path) => {
    if (MADE.includes(path)) return;
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name));
    else hash.update(`${path}\0`).update(readFileSync(path)).update('\0');
  };
  for (const path of paths) if (existsSync(path)) visit(path);
  return hash.digest('hex');
}

/** @param {string} path @param {string} text */
function writeWhenChanged(path, text) {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
}

/** Installs what package-lock.json names, when that has changed. */
export async function install() {
  const stamp = 'node_modules/.tessera-installed';
  const wanted = digestOf(['package-lock.json', 'package.json']);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return 'up to date';
  // Not `npm ci`: the lock file names the platform packages of the machine that wrote it, and on any other
  // that is an error there. This takes the locked versions as well, and leaves the lock file alone.
  await program('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(stamp, wanted);
}

/**
 * A style as it is sent, as a literal.
 * @param {string} path
 */
async function styleLiteral(path) {
  const esbuild = await import('esbuild');
  const { outputFiles } = await esbuild.build({
    entryPoints: [path],
    bundle: true,
    minify: true,
    write: false,
    target: 'es2020',
    charset: 'utf8'
  });
  return JSON.stringify(outputFiles.map(({ text }) => text.trim()).join(''));
}

/** The parts of which the style of a portal page is made (app/sdportal/page-style.ts), and the sheet of each. */
const PORTAL_STYLES = {
  portal: 'portal.css',
  split: 'layout-split.css',
  plain: 'layout-plain.css',
  footerColumns: 'footer-columns.css',
  footerCentered: 'footer-centered.css',
  footerRegulated: 'footer-regulated.css',
  beyondSignIn: 'beyond-sign-in.css'
};

/** The style of the portal's pages as a module, app/sdportal/generated/styles.ts. */
export async function generatePortalStyles() {
  const styles = await Promise.all(
    Object.entries(PORTAL_STYLES).map(
      async ([name, file]) => `  ${name}: ${await styleLiteral(join('app/sdportal', file))}`
    )
  );
  writeWhenChanged(
    'app/sdportal/generated/styles.ts',
    `// Generated from the style sheets of app/sdportal by lib/launch/build.mjs.
export const styles = {
${styles.join(',\n')}
};
`
  );
}

/** Generates app/api-reference/generated/{routes,style}.ts: every contract, and the page's style. */
export async function generateReference() {
  const style = await styleLiteral('app/api-reference/reference.css');
  const header = '// Generated by lib/launch/build.mjs from the route.ts of every contract.';
  const folders = CONTRACTS.flatMap((root) =>
    filesBelow(join('app', root))
      .filter((path) => basename(path) === 'route.ts')
      .map((path) => `${root}/${path}`)
      .filter((path) => !BROWSER_ONLY.test(path))
      .map((path) => dirname(path))
  ).sort();
  const imports = folders.map((folder, n) => `import * as route${n} from '../../${folder}/route';`);
  const entries = folders.map((folder, n) => `  '/${folder}': route${n}`);
  writeWhenChanged(
    'app/api-reference/generated/routes.ts',
    `${header}\n${imports.join('\n')}\n\nexport const routes = {\n${entries.join(',\n')}\n};\n`
  );
  writeWhenChanged(
    'app/api-reference/generated/style.ts',
    `// Generated from reference.css by lib/launch/build.mjs.\nexport const referenceStyle: string = ${style};\n`
  );
}

/**
 * The index of the set-up entities, lib/kit/setup/generated/entities.ts, from the folder `entities` of every module, and
 * their texts: what their declarations say in English goes into messages/en_US/Workspace/<module>.json, from where it is
 * translated.
 */
export async function generateSetUp() {
  const files = filesBelow('lib')
    .filter((path) => basename(dirname(path)) === 'entities')
    .sort((a, b) => (basename(a) < basename(b) ? -1 : 1));
  const imports = files.map((file, n) => `import entity${n} from '../../../${file.replace(/\.ts$/, '')}';`);
  const list = files.map((_file, n) => `  entity${n}`);
  writeWhenChanged(
    'lib/kit/setup/generated/entities.ts',
    `// Generated from the entities of all modules by lib/launch/build.mjs.\n${imports.join('\n')}\n\nexport const entities = [\n${list.join(',\n')}\n];\n`
  );
  const esbuild = await import('esbuild');
  const made = 'lib/kit/setup/generated/texts.mjs';
  await esbuild.build({
    stdin: {
      contents:
        "import { entities } from './generated/entities'; import { textsOf } from './texts'; export const texts = entities.map(textsOf);",
      resolveDir: 'lib/kit/setup'
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outfile: made
  });
  const { texts: declared } = await import(`${pathToFileURL(made).href}?${Date.now()}`);
  rmSync(made);
  for (const module of moduleNames()) {
    const own = files.flatMap((file, n) => (file.startsWith(`${module}/`) ? Object.entries(declared[n]) : []));
    const path = `messages/en_US/Workspace/${basename(module)}.json`;
    const texts = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
    const others = Object.entries(texts).filter(([key]) => !OF_AN_ENTITY.test(key));
    const all = [...others, ...own].sort(([a], [b]) => (a < b ? -1 : 1));
    if (all.length > 0) writeWhenChanged(path, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
  }
}

/** docs/states.md, from every file below lib that declares states. */
export async function generateStates() {
  const files = filesBelow('lib')
    .filter((path) => /(^|\/|-)states\.ts$/.test(path))
    .sort();
  const esbuild = await import('esbuild');
  const made = 'lib/composition/generated/states.mjs';
  const imports = files.map((file, n) => `import * as file${n} from './${file.replace(/\.ts$/, '')}';`);
  await esbuild.build({
    stdin: {
      contents: `${imports.join('\n')}
import { StateTable } from './kit/states/define-states';
import { pageOf } from './kit/states/diagram';
const all = [${files.map((_file, n) => `file${n}`).join(', ')}].flatMap(Object.values);
export const page = pageOf(all.filter((one) => one instanceof StateTable));`,
      resolveDir: 'lib'
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outfile: made
  });
  const { page } = await import(`${pathToFileURL(made).href}?${Date.now()}`);
  rmSync(made);
  writeWhenChanged('docs/states.md', page);
}

/** The portal's pages by kind, app/sdportal/generated/pages.ts: how each is answered (app/sdportal/lead.ts). */
export function generatePortalPages() {
  const root = 'app/sdportal/[audience]/[locale]';
  /** @param {string} kind */
  const namesOf = (kind) =>
    filesBelow(join(root, `(${kind})`))
      .filter((path) => basename(path) === 'page.tsx')
      .map((path) => dirname(path).replace(GROUP, ''))
      .sort();
  const kinds = ['shared', 'personal'].map((kind) => [kind, namesOf(kind)]);
  writeWhenChanged(
    'app/sdportal/generated/pages.ts',
    `// Generated from the folders of ${root} by lib/launch/build.mjs.
export const pages = ${JSON.stringify(Object.fromEntries(kinds), null, 2)};
`
  );
}

/** The screens of the navigation, app/workspace/generated/screens.ts: each screen.ts stands beside the page it is of. */
export function generateScreens() {
  const root = 'app/workspace';
  const folders = filesBelow(root)
    .filter((path) => basename(path) === 'screen.ts')
    .map((path) => dirname(path))
    .sort();
  const astray = folders.find((folder) => !existsSync(join(root, folder, 'page.tsx')));
  if (astray) throw new Error(`${join(root, astray)} has a screen.ts and no page.tsx.`);
  const imports = folders.map((folder, n) => `import screen${n} from '../${join(folder, 'screen')}';`);
  const list = folders.map((folder, n) => {
    const href = `/${join('workspace', folder)}`.replaceAll('\\', '/').replace(GROUP, '');
    return `  { href: '${href}', ...screen${n} }`;
  });
  writeWhenChanged(
    'app/workspace/generated/screens.ts',
    `// Generated from the screen.ts of ${root} by lib/launch/build.mjs.\n${imports.join('\n')}\n\nexport const screens = [\n${list.join(',\n')}\n];\n`
  );
}

/** The address of every page, route and public file, lib/core/http/generated/routes.ts: what there is, and what metrics are labelled by. */
export function generateRoutes() {
  const folders = filesBelow('app')
    .filter((path) => /^(route\.tsx?|page\.tsx)$/.test(basename(path)))
    .map((path) => dirname(path))
    // The other pages of the portal are led to, and asked for by nobody.
    .filter((path) => !PORTAL_PLACE.test(path) || path.endsWith('-component'))
    .map((path) => path.replace(PORTAL_PLACE, '').replace(GROUP, ''));
  const publicFiles = readdirSync('public', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative('public', join(parentPath, name)).replaceAll('\\', '/'));
  const routes = [...new Set([...folders, ...publicFiles])].sort().map((path) => (path === '.' ? '/' : `/${path}`));
  writeWhenChanged(
    'lib/core/http/generated/routes.ts',
    `// Generated from the folders of app by lib/launch/build.mjs.
export const routes = ${JSON.stringify(routes, null, 2)} as const;
`
  );
}

/** The database client. Its native engine only serves Prisma's own migrations, which we don't use, and can't be had on a closed network. */
async function generateClient() {
  const stamp = 'lib/core/database/prisma/.generated-from';
  const wanted = digestOf(['prisma/schema.prisma', 'package-lock.json']);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  const env = { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: '1' };
  await program('node_modules/.bin/prisma', ['generate', '--no-hints'], { env });
  writeFileSync(stamp, wanted);
}

/** Everything that is generated rather than written. */
export async function generate() {
  await generateClient();
  await generateModules(writeWhenChanged);
  await generateSetUp();
  generateTextKeys(writeWhenChanged);
  await generateStates();
  await generatePortalStyles();
  await generateReference();
  generatePortalPages();
  generateScreens();
  generateRoutes();
  // Its service would live on beneath a command that serves for days.
  const esbuild = await import('esbuild');
  await esbuild.stop();
}

/** The framework's client runs whole on every page: with the hint it blocks a first visit less than half as long. */
function hintScripts() {
  const { rootMainFiles } = JSON.parse(readFileSync('.next/build-manifest.json', 'utf8'));
  for (const file of rootMainFiles) {
    const path = join('.next', file);
    writeFileSync(path, COMPILE_AT_ONCE + readFileSync(path, 'utf8'));
  }
}

/** Builds the server into .next/standalone, when anything it is made of has changed. */
export async function build() {
  const wanted = digestOf(INPUTS);
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return 'up to date';
  rmSync('.next', { recursive: true, force: true });
  await program('node_modules/.bin/next', ['build'], { env: { NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: ACTION_KEY } });
  hintScripts();
  // Next leaves these two to the one who deploys.
  cpSync('.next/static', '.next/standalone/.next/static', { recursive: true });
  cpSync('public', '.next/standalone/public', { recursive: true });
  writeFileSync(STAMP, wanted);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  runCommand(async () => {
    await generate();
    if (process.argv[2] !== 'generate') await build();
  });
}
