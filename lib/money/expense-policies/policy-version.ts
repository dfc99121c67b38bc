import type { AskedProperty, Property } from './details';
import type { FindingLevel, RuleKind } from './rule-kinds';

/** A rule as the engine reads it. Amounts are exact decimals in the currency of the version. */
export interface PolicyRule {
  id: string;
  kind: RuleKind;
  /** A rule that is off stays, so that a rule for a type can end what holds for every expense. */
  level: FindingLevel | 'off';
  /** The expense type that it is about; null: every expense. */
  typeId: string | null;
  amount: string | null;
  days: number | null;
  categories: readonly string[];
}

/** An expense type as far as rules look at it. */
export interface PolicyType {
  id: string;
  name: string;
  /** No new expense has an inactive type. */
  isActive: boolean;
  category: string;
  /** From this amount on it asks for a receipt, whatever the policy says. */
  receiptFrom: string | null;
  /** No statement stands for its receipt. */
  isReceiptOnly: boolean;
  /** The merchant categories that it is proposed for. */
  merchantCategories: readonly string[];
  /** What an expense of the type is asked. */
  asks: readonly AskedProperty[];
}

/** By how much an expense may pass a limit (C3.023): an amount, or percent of the limit. */
export interface PolicyTolerance {
  kind: 'amount' | 'percent';
  minimum: string;
  maximum: string;
}

/** The worth of one unit of a currency in that of the version, from a day on. */
export interface PolicyRate {
  currency: string;
  from: string;
  rate: string;
}

/** A version of a company's expense policy, with all that its rules look at. */
export interface PolicyVersion {
  id: string;
  name: string;
  /** The first day in force; null for a draft. */
  validFrom: string | null;
  instructions: string | null;
  /** The company's: every limit is in it. */
  currency: string;
  rules: readonly PolicyRule[];
  /** In the company's order. */
  types: readonly PolicyType[];
  tolerances: readonly PolicyTolerance[];
  rates: readonly PolicyRate[];
}

/** A line of an expense report, or a transaction, as the engine reads it. */
export interface PolicyLine {
  id: string;
  /** Who spent it: the sums of days and months are theirs. */
  ownerId: string;
  /** The day of the expense. */
  date: string;
  /** The day on which it is claimed: its age. */
  claimedOn: string;
  /** Its expense type; null if it has none yet. */
  typeId: string | null;
  /** An exact decimal; credits, at most zero, never have a finding. */
  amount: string;
  /** The days among which it is spread, with what each has of the amount, such as those of an allowance; else its own day. */
  days?: readonly { date: string; amount: string }[];
  /** How far a trip was, an exact decimal in kilometers; absent for what is no trip. */
  kilometers?: string;
  /** What of it its owner owes, at most the amount: no limit counts it. */
  personal?: string;
  currency: string;
  hasReceipt: boolean;
  /** Its owner has signed that there is none. */
  hasStatement: boolean;
  /** How many people it was for; null where nobody was asked, as of a transaction alone. */
  heads: number | null;
  /** How many nights it was for; null where nobody was asked. */
  nights: number | null;
  /** What its type requires and nobody has said. */
  missing: readonly Property[];
  merchant: string | null;
  merchantCategory: string | null;
  /** It counts in sums and as a duplicate, and has no findings itself: a line of another report. */
  isContext?: true;
}

/** What a rule says about a line. */
export interface Finding {
  lineId: string;
  /** What was looked at; `rate`: an amount that no conversion rule makes comparable; `details`: what the type requires. */
  kind: RuleKind | 'rate' | 'details';
  level: FindingLevel;
  /** Null where no rule but the expense type, or a missing rate, is the reason. */
  ruleId: string | null;
  policy: Pick<PolicyVersion, 'id' | 'name' | 'validFrom'>;
  /** The name of the type of the rule or of the line; null: of every expense. */
  type: string | null;
  /** The day of the line. */
  date: string;
  /** Of a missing receipt: no statement stands for it. */
  isReceiptOnly?: boolean;
  /** The two values compared: amounts in `currency`, days, or a merchant category and the refused ones; what is missing. */
  actual: string;
  limit: string;
  /** By how much an amount passes its limit. */
  over: string | null;
  currency: string;
}
