import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A module as it would come in: its folders, its migration, its texts and a test of its own. */
const SCRATCH = 'tests/scratch-module';
const FOLDERS = ['app', 'i18n', 'lib', 'messages', 'prisma', 'public', 'tests/support'];
const FILES = ['.dependency-cruiser.cjs', 'jest.config.mjs', 'package.json', 'package-lock.json', 'tsconfig.json'];
const KNOWN = 'tsconfig.tsbuildinfo';

let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'tessera-scratch-'));
  for (const path of [...FOLDERS, ...FILES]) cpSync(path, join(copy, path), { recursive: true });
  // What the compiler knows of the checkout it needn't find out again.
  if (existsSync(KNOWN)) cpSync(KNOWN, join(copy, KNOWN));
  symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'));
  cpSync(SCRATCH, copy, { recursive: true });
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const run = (program: string, ...parameters: string[]) =>
  execFileSync(program, parameters, { cwd: copy, encoding: 'utf8', stdio: 'pipe' });

const filesOf = (root: string) =>
  ['app', 'lib', 'messages', 'prisma'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name).slice(root.length + 1))
  );

test('a module comes in by its own folders, its migration and its texts alone: it is generated, typed, imported and at work', () => {
  const before = new Set(filesOf(process.cwd()));
  run(process.execPath, 'lib/launch/build.mjs', 'generate');
  const changed = filesOf(copy).filter(
    (file) => !before.has(file) || !readFileSync(file).equals(readFileSync(join(copy, file)))
  );
  const own = /^(lib\/directory|app\/workspace|messages\/en_US\/Workspace|prisma\/migrations)\/(\d+_)?parking[/.]/;
  expect(changed.filter((file) => !own.test(file) && !file.includes('/generated/'))).toEqual([]);

  run('node_modules/.bin/tsc', '--noEmit', '-p', '.');
  // Its own imports alone: those of the others are checked in the checkout.
  const others = '^(?!(lib/directory|app/workspace)/parking/)';
  const rules = ['--config', '.dependency-cruiser.cjs', '--do-not-follow', others];
  const checked = run('node_modules/.bin/depcruise', ...rules, 'lib/directory/parking', 'app/workspace/parking');
  expect(checked).toMatch(/no dependency violations found \([1-9]/);
  run('node_modules/.bin/jest', '-w', '1', 'tests/rules/parking.test.ts');
}, 240_000);
