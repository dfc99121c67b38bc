import { TestEnvironment } from 'jest-environment-node';

/** How long a test with a broken guard waits for something to come (tests/support/until.ts), in milliseconds. */
const PATIENCE = 20_000;

/**
 * Tells the code under test which mutant is on, notes which ones it asks for, while it is loaded and in which test, and
 * skips tests that weren't asked for, and the rest of a file once a test has failed. Of a batch each test runs once for
 * each of its mutants, and after a failure once more without any: only if it passes then, the mutant was to blame.
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
    // Asked millions of times in some tests: what is reached is noted only where nothing is broken.
    const isBroken = (id) => run.mutant === id;
    const isNoted = (id) => {
      reached.add(id);
      return false;
    };
    this.global.__m = run.mutant || run.batch ? isBroken : isNoted;
    this.turn = 0;
    this.global.__waiting = () => this.waiting();
  }

  /** Nothing waits longer than its own test, nor long for what a broken guard keeps away. */
  waiting() {
    const { turn } = this;
    const end = Date.now() + PATIENCE;
    return () => this.turn === turn && (Date.now() < end || !this.run.mutant);
  }

  handleTestEvent({ name, test }, state) {
    const { batch, longest } = this.run;
    if (name === 'run_start') {
      state.testTimeout = longest;
      if (batch) multiply(state.rootDescribeBlock, batch);
    }
    if (name === 'test_start') {
      this.turn++;
      if (this.isSkipped(test)) test.mode = 'skip';
      else if (test.mutant) this.begin(test);
      this.enter(titleOf(test));
    }
    if (name === 'test_done') this.end(test);
    // What is done between tests is done for all of them.
    if (name === 'run_start' || name === 'test_done') this.enter('');
  }

  isSkipped(test) {
    const { stops, only, verdicts } = this.run;
    if (test.mutant) return test.mutant in verdicts;
    if (test.controlled) return this.suspect !== test.controlled;
    return (this.failed && stops) || (only && !only.includes(titleOf(test)));
  }

  begin({ mutant }) {
    this.run.mutant = mutant;
    this.run.tell(mutant);
  }

  end(test) {
    const isFailed = test.errors.length > 0;
    if (test.mutant) {
      this.run.mutant = null;
      this.suspect = isFailed ? test.mutant : null;
    } else if (test.controlled) this.run.verdicts[test.controlled] = isFailed ? null : titleOf(test);
    else this.failed ||= isFailed;
  }
}

/** Puts a copy for each mutant, and one to control it, in the place of each test. */
function multiply(block, batch) {
  block.children = block.children.flatMap((child) => {
    if (child.type === 'describeBlock') {
      multiply(child, batch);
      return [child];
    }
    const mutants = batch[titleOf(child)] ?? [];
    return mutants.flatMap((mutant) => [copied(child, { mutant }), copied(child, { controlled: mutant })]);
  });
}

const copied = (test, more) => ({
  ...test,
  ...more,
  errors: [],
  retryReasons: [],
  unhandledRejectionErrorByPromise: new Map()
});

/** As Jest tells it. */
const titleOf = ({ name, parent }) =>
  parent && parent.name !== 'ROOT_DESCRIBE_BLOCK' ? `${titleOf(parent)} ${name}` : name;
