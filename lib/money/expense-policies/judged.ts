import type { Finding, PolicyLine, PolicyRule, PolicyVersion } from './policy-version';
import type { FindingLevel } from './rule-kinds';

/** A line with its amount in the policy's currency, in ten-thousandths. */
export interface Judged extends PolicyLine {
  units: bigint;
  /** The same without what is personal: what it costs the company. */
  cost: bigint;
  /** What of that falls on each of its days. */
  parts: readonly { date: string; cost: bigint }[];
}

/** A rule that is not off. */
export type LiveRule = PolicyRule & { level: FindingLevel };

/** What a rule finds about a line besides what every finding has. */
export type Found = Pick<Finding, 'lineId' | 'date' | 'actual' | 'limit'> &
  Partial<Pick<Finding, 'level' | 'over' | 'isReceiptOnly'>>;

/** What a rule finds about the lines that it is about. */
export type Judge = (rule: LiveRule, lines: readonly Judged[], version: PolicyVersion) => Found[];

/** Lines of other reports first: what they add up to stands before this report begins. */
export const contextFirst = (lines: readonly Judged[]): readonly Judged[] =>
  lines.some(({ isContext }) => isContext)
    ? [...lines.filter(({ isContext }) => isContext), ...lines.filter(({ isContext }) => !isContext)]
    : lines;
