import TestSequencer from '@jest/test-sequencer';

/**
 * The longest files, by the list that `npm test` ends with and keeps where TEST_TIMES says: begun last, they would leave the
 * other workers idle.
 */
const LONGEST = [
  'rules/scope-property',
  'rules/reading',
  'rules/constraints',
  'launch/start',
  'abuse/requests',
  'abuse/enumeration',
  'rules/scratch-module',
  'rules/expense-kill',
  'rules/purchase-kill',
  'abuse/growth',
  'contracts/edge',
  'rules/listings',
  'rules/demo-world',
  'contracts/replay',
  'rules/payment-kill',
  'contracts/demo',
  'contracts/federation',
  'contracts/operators',
  'contracts/mail',
  'rules/feed-faults',
  'rules/clearing-kill',
  'launch/several-processes',
  'rules/sign-in-limits'
];

/** The longest files first, then as Jest orders them. */
export default class LongestFirst extends TestSequencer {
  /** @param {Parameters<TestSequencer['sort']>[0]} tests */
  sort(tests) {
    /** @param {{ path: string }} test */
    const rank = ({ path }) => {
      const at = LONGEST.findIndex((name) => path.endsWith(`/${name}.test.ts`));
      return at < 0 ? LONGEST.length : at;
    };
    return [...super.sort(tests)].sort((one, other) => rank(one) - rank(other));
  }
}
