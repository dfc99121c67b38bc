/** What a rule of an expense policy looks at. */
export const RULE_KINDS = {
  line: 'Amount per line',
  day: 'Amount per day',
  month: 'Amount per month',
  year: 'Amount per year',
  night: 'Amount per night',
  attendee: 'Amount per attendee',
  receipt: 'Receipt',
  age: 'Age of the expense',
  duplicate: 'Duplicate',
  category: 'Merchant category',
  attendees: 'Attendees missing',
  weekend: 'Weekend',
  distance: 'Distance per day'
} as const;
export type RuleKind = keyof typeof RULE_KINDS;

/** What a rule does: nothing, tell the approver, ask for an explanation, or refuse. */
export const RULE_LEVELS = { off: 'Off', note: 'Note', explain: 'Explain', refuse: 'Refuse' } as const;
/** What a finding does: a rule that is off finds nothing. */
export type FindingLevel = Exclude<keyof typeof RULE_LEVELS, 'off'>;

/** The kinds by what they need besides a level and a type. */
/** Amounts are money, but for a distance, which is in kilometers. */
export const WITH_AMOUNT = [
  'line',
  'day',
  'month',
  'year',
  'night',
  'attendee',
  'receipt',
  'distance'
] as const satisfies RuleKind[];
export const WITH_DAYS = ['age', 'duplicate'] as const satisfies RuleKind[];
