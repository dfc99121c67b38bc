const { readFileSync } = require('node:fs');
const CompiledOnce = require('./compiled-once.cjs');

/**
 * Modules by their paths.
 * @typedef {Map<string, { exports: Record<PropertyKey, unknown>, loaded: boolean }>} Modules
 */

/** Modules of the product that hold no state: once loaded, all test files of this worker use them. @type {Modules} */
const stateless = new Map();
/** What stands for the modules that hold state: it leads to the one of the file that is tested. @type {Map<string, object>} */
const doors = new Map();
/** @type {Map<string, boolean>} */
const known = new Map();
/** The runtime of the file that is tested. @type {RuntimeOfWorker} */
let current;

const PRODUCT = /^\/(app|i18n|lib|prisma)\/.*\.(json|mjs|ts|tsx)$/;
/** A variable or an empty collection of a module, or a place that outlasts it. */
const STATE = /^(export )?let |^const .* = new (LRUCache|Map|Set|WeakMap)\b(<.*>)?\((\{.*)?\)|globalThis|process\.env/m;

/** A test file that exchanges modules shares none of them. */
const EXCHANGES = /\bjest\.(doMock|isolateModules|isolateModulesAsync|mock|resetModules)\(/;

/** Whether a module of the product holds state, which each test file has anew. @param {string} path */
function holdsState(path) {
  let holds = known.get(path);
  if (holds === undefined) {
    holds = STATE.test(readFileSync(path, 'utf8'));
    known.set(path, holds);
  }
  return holds;
}

/** What modules that stay get for one that doesn't: the exports of the file's own. @param {string} path */
function doorTo(path) {
  let door = doors.get(path);
  if (!door) {
    const exported = () => current.exportsOf(path);
    door = new Proxy(
      {},
      {
        get: (_, name) => exported()[name],
        has: (_, name) => name in exported(),
        ownKeys: () => Reflect.ownKeys(exported()),
        getOwnPropertyDescriptor(_, name) {
          const described = Reflect.getOwnPropertyDescriptor(exported(), name);
          return described && { ...described, configurable: true };
        }
      }
    );
    doors.set(path, door);
  }
  return door;
}

/**
 * Jest's runtime, but that Node itself loads packages, and that they and modules of the product without state stay for the
 * worker's next test file, with the machine code that they have become. Modules with state and those of tests are run anew for
 * each file (docs/decisions/0210-test-files-of-a-worker-share-what-holds-no-state.md).
 */
class RuntimeOfWorker extends CompiledOnce {
  /** @param {ConstructorParameters<typeof CompiledOnce>} made */
  constructor(...made) {
    super(...made);
    current = this;
    const [{ rootDir, transformIgnorePatterns }, , , , , , testPath] = made;
    const isLeftAlone = new RegExp(transformIgnorePatterns.join('|'));
    const isAlone = EXCHANGES.test(readFileSync(testPath, 'utf8'));
    const { cjsLoader } = this;
    const requireModule = cjsLoader.requireModule.bind(cjsLoader);
    /** @param {string} path */
    this.exportsOf = (path) => this.moduleAt(path)?.exports ?? requireModule(path, path);
    /** @type {typeof requireModule} */
    cjsLoader.requireModule = (from, name, options, isActual) => {
      const load = () => requireModule(from, name, options, isActual);
      if (!name || options?.isInternalModule || this._resolution.isCoreModule(name)) return load();
      const path = this._resolution.resolveCjs(from, name);
      const isPackage = path.includes('/node_modules/');
      if (isPackage && isLeftAlone.test(path)) return require(path);
      if (isAlone) return load();
      if (!isPackage && !(path.startsWith(rootDir) && PRODUCT.test(path.slice(rootDir.length)))) return load();
      if (!isPackage && holdsState(path)) {
        load();
        return doorTo(path);
      }
      const stays = stateless.get(path);
      if (stays) return stays.exports;
      const exports = load();
      const module = this.moduleAt(path);
      // One that is still being run comes again.
      if (module?.loaded) stateless.set(path, module);
      return exports;
    };
  }

  /** @param {string} path @returns {{ exports: Record<PropertyKey, unknown>, loaded: boolean } | undefined} */
  moduleAt(path) {
    return this.registries.getActiveCjsRegistry().get(path);
  }

  /** @param {import('node:vm').Script} script */
  begun(script) {
    return script.runInThisContext();
  }

  /**
   * A module that stayed asks for another one later.
   * @param {string} from @param {string} name
   */
  requireModuleOrMock(from, name) {
    return this === current ? super.requireModuleOrMock(from, name) : current.requireModuleOrMock(from, name);
  }
}

module.exports = RuntimeOfWorker;
