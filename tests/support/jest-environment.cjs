const { AsyncLocalStorage } = require('node:async_hooks');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** What is carried along with each promise. @type {Set<AsyncLocalStorage<unknown>>} */
const carried = new Set();
const { run } = AsyncLocalStorage.prototype;
/** @param {[unknown, () => unknown]} given */
AsyncLocalStorage.prototype.run = function (...given) {
  carried.add(this);
  return run.apply(this, given);
};

/**
 * The worker itself, instead of a context of its own for each test file: there each look at a global is a call out of V8, and
 * nothing could stay for the next file (jest-runtime.cjs). What a file leaves in the environment's variables and at the product's
 * own places (`tessera…`) is taken back after it.
 */
module.exports = class {
  global = globalThis;
  fakeTimers = null;
  moduleMocker = new ModuleMocker(globalThis);
  console = globalThis.console;
  variables = { ...process.env };
  symbols = new Set(Object.getOwnPropertySymbols(globalThis));

  /** @param {{ projectConfig: import('jest').Config }} made */
  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  getVmContext() {
    return globalThis;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  async setup() {
    Error.stackTraceLimit = 100;
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    globalThis.console = this.console;
    for (const name of Object.keys(process.env)) if (!(name in this.variables)) delete process.env[name];
    Object.assign(process.env, this.variables);
    for (const name of Object.keys(globalThis))
      if (name.startsWith('tessera')) Reflect.deleteProperty(globalThis, name);
    // Jest's own: the next file would tell of each of its tests as one of this file too.
    for (const symbol of Object.getOwnPropertySymbols(globalThis))
      if (!this.symbols.has(symbol)) Reflect.deleteProperty(globalThis, symbol);
    // Jest makes one for each file and leaves it on: after eighty files, each promise had eighty contexts to carry.
    for (const storage of carried) storage.disable();
    carried.clear();
  }
};
