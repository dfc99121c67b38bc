import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runCommand } from './problem.mjs';
import { program } from './steps.mjs';

const INPUTS = [
  'app',
  'lib',
  'messages',
  'prisma',
  'public',
  'package-lock.json',
  'next.config.mjs',
  'tsconfig.json',
  'proxy.ts',
  'instrumentation.ts'
];
const MADE = ['lib/core/prisma', 'app/sdportal/generated'];
const STAMP = '.next/standalone/.built-from';

/** A digest of everything in the given files and folders, generated ones left out. */
export function digestOf(paths) {
  const hash = createHash('sha256');
  const visit = (path) => {
    if (MADE.includes(path)) return;
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name));
    else hash.update(`${path}\0`).update(readFileSync(path)).update('\0');
  };
  for (const path of paths) if (existsSync(path)) visit(path);
  return hash.digest('hex');
}

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

/** The scripts and the style of the portal's pages as one module, app/sdportal/generated/assets.ts. */
export async function generatePortalAssets() {
  const esbuild = await import('esbuild');
  const bundle = async (entry) => {
    const { outputFiles } = await esbuild.build({
      entryPoints: [entry],
      bundle: true,
      minify: true,
      write: false,
      target: 'es2020',
      format: 'iife',
      charset: 'utf8'
    });
    return outputFiles[0].text.trim();
  };
  const pages = 'app/sdportal/enhance/pages';
  const scripts = {};
  for (const file of readdirSync(pages).sort()) scripts[file.replace(/\.ts$/, '')] = await bundle(join(pages, file));
  const style = await bundle('app/sdportal/portal.css');
  writeWhenChanged(
    'app/sdportal/generated/assets.ts',
    `// Generated from app/sdportal/enhance and portal.css by lib/launch/build.mjs.
export const portalScripts: Record<string, string> = ${JSON.stringify(scripts, null, 1)};
export const portalStyle: string = ${JSON.stringify(style)};
`
  );
}

/** The database client. Its native engine only serves Prisma's own migrations, which we don't use, and can't be had on a closed network. */
async function generateClient() {
  const stamp = 'lib/core/prisma/.generated-from';
  const wanted = digestOf(['prisma/schema.prisma', 'package-lock.json']);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  const env = { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: '1' };
  await program('node_modules/.bin/prisma', ['generate', '--no-hints'], { env });
  writeFileSync(stamp, wanted);
}

/** Everything that is generated rather than written. */
export async function generate() {
  await generateClient();
  await generatePortalAssets();
}

/** Builds the server into .next/standalone, when anything it is made of has changed. */
export async function build() {
  const wanted = digestOf(INPUTS);
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return 'up to date';
  rmSync('.next', { recursive: true, force: true });
  await program('node_modules/.bin/next', ['build']);
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
