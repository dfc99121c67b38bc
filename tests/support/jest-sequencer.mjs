import TestSequencer from '@jest/test-sequencer';

/**
 * The longest files, by the list that `npm test` ends with and keeps where TEST_TIMES says: begun last, they would leave the
 * other workers idle.
 */
const LONGEST = [
  'rules/reading',
  'rules/scope-property',
  'abuse/enumeration',
  'launch/start',
  'contracts/edge',
  'launch/several-processes',
  'abuse/requests',
  'rules/listings',
  'contracts/federation',
  'rules/purchase-kill',
  'rules/scratch-module',
  'contracts/mail',
  'abuse/growth',
  'contracts/demo',
  'rules/expense-kill',
  'rules/demo-world',
  'contracts/operators',
  'contracts/replay',
  'rules/payment-kill',
  'rules/feed-faults',
  'rules/clearing-kill',
  'rules/structure-upload'
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
