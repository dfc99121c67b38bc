// Checks that a bundle of evidence is as it was made: node verify.mjs [SHA-256 of manifest.json, as the audit has it]
// It needs Node 18 or newer and nothing else, and sends nothing anywhere.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { argv, exit } from 'node:process';
import { fileURLToPath } from 'node:url';

const MANIFEST = 'manifest.json';
const folder = dirname(fileURLToPath(import.meta.url));
const [, , expected] = argv;

/** The files of the folder by their path with `/`. @param {string} below @returns {Promise<string[]>} */
async function filesBelow(below) {
  const found = await readdir(join(folder, below), { withFileTypes: true });
  const paths = await Promise.all(
    found.map((entry) => {
      const path = below ? `${below}/${entry.name}` : entry.name;
      return entry.isDirectory() ? filesBelow(path) : [path];
    })
  );
  return paths.flat();
}

/** @param {string} path @returns {Promise<string>} */
async function digestOf(path) {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(join(folder, path))) hash.update(chunk);
  return hash.digest('hex');
}

/** The files of the manifest; null if it can't be read. @returns {Promise<{ path: string, sha256: string }[] | null>} */
async function listed() {
  try {
    const { files } = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8'));
    return files.every((/** @type {any} */ file) => typeof file.path === 'string' && typeof file.sha256 === 'string')
      ? files
      : null;
  } catch {
    return null;
  }
}

const files = await listed();
const there = new Set(await filesBelow(''));
const faults = [];
if (!there.delete(MANIFEST)) faults.push(`missing: ${MANIFEST}`);
else if (!files) faults.push(`changed: ${MANIFEST}`);
else if (expected && (await digestOf(MANIFEST)) !== expected.toLowerCase()) faults.push(`changed: ${MANIFEST}`);
for (const { path, sha256 } of files ?? []) {
  if (!there.delete(path)) faults.push(`missing: ${path}`);
  else if ((await digestOf(path)) !== sha256) faults.push(`changed: ${path}`);
}
if (files) faults.push(...[...there].sort().map((path) => `added: ${path}`));

for (const fault of faults) console.log(fault);
if (faults.length > 0) exit(1);
console.log(`All ${files?.length} files are as ${MANIFEST} lists them.`);
if (expected) console.log(`${MANIFEST} is the one whose digest you gave.`);
else console.log(`Compare its SHA-256 with the audit's entry of the download: ${await digestOf(MANIFEST)}`);
