import { TestEnvironment } from 'jest-environment-node';

/**
 * Tells the code under test which mutant is on, notes which ones it asks for, while it is loaded and while tests run,
 * and skips the rest of a file once a test has failed.
 */
export default class MutationEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    const run = globalThis.mutationRun;
    this.run = run;
    let reached = run.loaded;
    this.begin = () => {
      reached = run.reached;
    };
    this.global.__m = (id) => {
      reached.add(id);
      return run.mutant === id;
    };
  }

  handleTestEvent({ name, test }) {
    if (name === 'run_start') this.begin();
    if (name === 'test_done' && test.errors.length > 0) this.failed = true;
    if (name === 'test_start' && this.failed && this.run.stops) test.mode = 'skip';
  }
}
