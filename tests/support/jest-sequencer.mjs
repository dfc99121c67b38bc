import TestSequencer from '@jest/test-sequencer';

/** The longest files, by the list that `npm test` ends with: begun last, they would leave the other workers idle. */
const LONGEST = [
  'rules/reading',
  'rules/scope-property',
  'launch/start',
  'abuse/requests',
  'abuse/enumeration',
  'rules/purchase-kill',
  'abuse/growth',
  'rules/listings',
  'launch/several-processes',
  'rules/demo-world',
  'contracts/edge',
  'contracts/federation',
  'contracts/operators',
  'rules/feed-faults',
  'rules/scratch-module',
  'rules/expense-kill',
  'rules/payment-kill',
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
