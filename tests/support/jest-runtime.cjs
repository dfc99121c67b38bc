const { Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** @type {Map<string, { source: string, script: Script }>} */
const scripts = new Map();

/**
 * Jest's runtime, but that a worker compiles a module once instead of once for each test file: of what a file costs
 * before its first test, that is a third. Each file still runs every module anew, in a context of its own.
 */
module.exports = class extends Runtime {
  /** @param {unknown[]} made */
  constructor(...made) {
    super(...made);
    const { executor } = this;
    const compile = executor.compile.bind(executor);
    const opening = `(function (${executor.injectedModuleParameters.join(', ')}) {`;
    /** @param {string} source @param {string} filename */
    executor.compile = (source, filename) => {
      // Only Jest's own way knows how a module imports others later.
      if (/\bimport\s*\(/.test(source)) return compile(source, filename);
      const context = executor.environment.getVmContext();
      if (!context) return null;
      let kept = scripts.get(filename);
      if (kept?.source !== source) {
        try {
          kept = { source, script: new Script(`${opening}${source}\n})`, { filename, columnOffset: -opening.length }) };
        } catch {
          // It says what is wrong with the source.
          return compile(source, filename);
        }
        scripts.set(filename, kept);
      }
      return kept.script.runInContext(context);
    };
  }
};
