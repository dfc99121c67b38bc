import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { createTransformer as createSwc } from '@swc/jest';
import { instrument, isMutated } from './instrument.mjs';

const OWN = ['transformer', 'instrument', 'find-mutants', 'sql-mutants'].map((name) =>
  readFileSync(new URL(`${name}.mjs`, import.meta.url))
);
const version = createHash('sha256').update(Buffer.concat(OWN)).digest('hex');

/** Transforms as the tests' own transformer does, after the mutants have been put in. */
export default {
  createTransformer(options) {
    const swc = createSwc(options);
    const withMutants = (source, path, { config }) => {
      const file = relative(config.rootDir, path);
      return isMutated(file) ? instrument(file, source) : source;
    };
    return {
      canInstrument: false,
      process: (source, path, jest) => swc.process(withMutants(source, path, jest), path, jest),
      getCacheKey: (source, path, jest) =>
        createHash('sha256').update(version).update(path).update(source).update(jest.configString).digest('hex')
    };
  }
};
