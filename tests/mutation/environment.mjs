import { TestEnvironment } from 'jest-environment-node';

/**
 * Tells the code under test which mutant is on, notes which ones it asks for, while it is loaded and in which test, and
 * skips tests that weren't asked for, and the rest of a file once a test has failed.
 */
export default class MutationEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    const run = globalThis.mutationRun;
    this.run = run;
    let reached = run.loaded;
    this.enter = (title) => {
      if (!run.reached.has(title)) run.reached.set(title, new Set());
      reached = run.reached.get(title);
    };
    this.global.__m = (id) => {
      reached.add(id);
      return run.mutant === id;
    };
  }

  handleTestEvent({ name, test }) {
    const { stops, only } = this.run;
    if (name === 'test_done' && test.errors.length > 0) this.failed = true;
    if (name === 'test_start' && ((this.failed && stops) || (only && !only.includes(titleOf(test)))))
      test.mode = 'skip';
    if (name === 'test_start') this.enter(titleOf(test));
    // What is done between tests is done for all of them.
    if (name === 'run_start' || name === 'test_done') this.enter('');
  }
}

/** As Jest tells it. */
const titleOf = ({ name, parent }) =>
  parent && parent.name !== 'ROOT_DESCRIBE_BLOCK' ? `${titleOf(parent)} ${name}` : name;
