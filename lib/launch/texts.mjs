import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { filesBelow } from './files.mjs';
import { moduleNames } from './modules.mjs';

const ENGLISH = 'messages/en_US';
/** The texts outside modules: those of the two applications' frames and of all their pages. */
const FRAMES = ['portal', 'workspace'];

/** The modules by the names of their files, `feeds` for money/feeds; two of one name is an error. */
function fileNames() {
  const names = new Map(FRAMES.map((frame) => [frame, `the frame of the ${frame}`]));
  for (const path of moduleNames()) {
    const name = basename(path);
    if (names.has(name)) throw new Error(`${path} and ${names.get(name)} would have one file of texts, ${name}.json.`);
    names.set(name, path);
  }
  return names;
}

/**
 * The keys of all texts as a type, lib/core/language/generated/text-key.ts: it imports every English file,
 * `<bundle>/<module>.json`, so that a module adds texts by its files alone. A file that no module is called by, or a key
 * that stands twice, is an error.
 * @param {(path: string, text: string) => void} write writes a file when it has changed
 */
export function generateTextKeys(write) {
  const names = fileNames();
  const files = filesBelow(ENGLISH)
    .filter((path) => path.endsWith('.json'))
    .sort();
  const places = new Map();
  for (const file of files) {
    if (!/^\w+\/[\w-]+\.json$/.test(file) || !names.has(basename(file, '.json')))
      throw new Error(`${ENGLISH}/${file} is called by no module: texts stand in <bundle>/<module>.json.`);
    for (const key of Object.keys(JSON.parse(readFileSync(join(ENGLISH, file), 'utf8')))) {
      if (places.has(key)) throw new Error(`The text ${key} stands in ${places.get(key)} and in ${file}.`);
      places.set(key, file);
    }
  }
  const imports = files.map((file, n) => `import type texts${n} from '../../../../${ENGLISH}/${file}';`);
  const keys = files.map((_file, n) => `  | keyof typeof texts${n}`);
  write(
    'lib/core/language/generated/text-key.ts',
    `// Generated from the files of ${ENGLISH} by lib/launch/texts.mjs.
${imports.join('\n')}

export type TextKey =
${keys.join('\n')};
`
  );
}
