const { Script, constants } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** @type {Map<string, { source: string, script: Script }>} */
const scripts = new Map();

/** Jest's runtime, but that a worker compiles a module once instead of once for each test file. */
module.exports = class extends Runtime {
  /** @param {ConstructorParameters<typeof Runtime>} made */
  constructor(...made) {
    super(...made);
    const { executor } = this;
    const compile = executor.compile.bind(executor);
    const opening = `(function (${executor.injectedModuleParameters.join(', ')}) {`;
    const place = { columnOffset: -opening.length, importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER };
    /** @param {string} source @param {string} filename */
    executor.compile = (source, filename) => {
      let kept = scripts.get(filename);
      if (kept?.source !== source) {
        try {
          kept = { source, script: new Script(`${opening}${source}\n})`, { ...place, filename }) };
        } catch {
          // It says what is wrong with the source.
          return compile(source, filename);
        }
        scripts.set(filename, kept);
      }
      return this.begun(kept.script);
    };
  }

  /** The function of a module; null where its test file has ended. @param {Script} script */
  begun(script) {
    const context = this._environment.getVmContext();
    return context && script.runInContext(context);
  }
};
