import { writeNumber } from '@/lib/core/entry/typed-number';
import type { Locale } from '@/lib/core/language/locales';
import type { Translate } from '@/lib/core/language/texts';
import { entityNamed } from '@/lib/kit/setup/entities';
import type { SetUpRecord } from '@/lib/kit/setup/records';
import { fieldKey, optionKey } from '@/lib/kit/setup/texts';
import type { PolicyVersion } from '@/lib/money/expense-policies/policy-version';
import {
  RULE_KINDS,
  RULE_LEVELS,
  type RuleKind,
  WITH_AMOUNT,
  WITH_DAYS
} from '@/lib/money/expense-policies/rule-kinds';
import { levelLabel } from '@/lib/money/expense-policies/rule-words';
import type { FieldSpec } from '../ui/field-spec';

/** The parts of a rule that stand in its sentence. */
export type Slot = 'level' | 'type' | 'amount' | 'days' | 'categories';

/** The kinds of rules by what they are about. */
export const RULE_GROUPS = {
  amounts: ['line', 'day', 'month', 'year', 'night', 'attendee'],
  receipts: ['receipt', 'duplicate'],
  days: ['age', 'weekend', 'distance'],
  merchants: ['category'],
  people: ['attendees']
} as const satisfies Record<string, readonly RuleKind[]>;
export type RuleGroup = keyof typeof RULE_GROUPS;

const RULE = { name: 'expense-policy-rule' };

/** A kind of rule as an address or a client names it; null for anything else. */
export const ruleKind = (text: unknown): RuleKind | null =>
  typeof text === 'string' && Object.hasOwn(RULE_KINDS, text) ? (text as RuleKind) : null;

/** What stands in a sentence: words, and the slots between them. */
export type Piece = { text: string } | { slot: Slot };

const SLOT = /(\{(?:level|type|amount|days|categories)\})/;

/** The sentence of a kind of rule, cut at its slots. */
export function piecesOf(t: Translate, kind: RuleKind): Piece[] {
  const slots = { level: '{level}', type: '{type}', amount: '{amount}', days: '{days}', categories: '{categories}' };
  return t(`expense.sentence.${kind}`, slots)
    .split(SLOT)
    .filter((text) => text.trim() !== '')
    .map((text) => (SLOT.test(text) ? { slot: text.slice(1, -1) as Slot } : { text: text.trim() }));
}

const isOneOf = (kinds: readonly RuleKind[], kind: RuleKind) => kinds.includes(kind);

/** The fields of a rule's sentence. */
export function ruleFields(t: Translate, kind: RuleKind, types: PolicyVersion['types'], chosen: unknown): FieldSpec[] {
  const label = (name: string) => t(fieldKey(RULE, name));
  const levels = Object.keys(RULE_LEVELS).map((value) => ({ value, label: levelLabel(t, value) }));
  const offered = types.filter(({ id, isActive }) => isActive || id === chosen);
  return [
    { name: 'level', label: label('level'), kind: 'select', options: levels, required: true },
    {
      name: 'type',
      label: label('type'),
      kind: 'select',
      options: [
        { value: '', label: t('expense.type.any') },
        ...offered.map(({ id, name }) => ({ value: id, label: name }))
      ]
    },
    ...(isOneOf(WITH_AMOUNT, kind) ? [{ name: 'amount', label: label('amount'), kind: 'decimal' as const }] : []),
    ...(isOneOf(WITH_DAYS, kind) ? [{ name: 'days', label: label('days'), kind: 'number' as const }] : []),
    ...(kind === 'category' ? [{ name: 'categories', label: label('categories'), kind: 'text' as const }] : [])
  ];
}

/** What a new rule of a kind begins with. */
const BEGINS: Partial<Record<RuleKind, Record<string, string>>> = {
  receipt: { level: 'refuse', amount: '25' },
  age: { level: 'explain', days: '60' },
  duplicate: { level: 'explain', days: '3' },
  weekend: { level: 'note' },
  distance: { level: 'explain', amount: '500' },
  category: { level: 'refuse' },
  attendees: { level: 'refuse' }
};

/** The values in the fields of a rule, as the reader's language writes them. */
export function ruleValues(kind: RuleKind, rule: SetUpRecord | null, locale: Locale): Record<Slot, string> {
  const { level, type, amount, days, categories } = rule?.values ?? { level: 'explain', ...BEGINS[kind] };
  const number = (value: unknown) => (value === null || value === undefined ? '' : writeNumber(String(value), locale));
  return {
    level: String(level),
    type: String(type ?? ''),
    amount: number(amount),
    days: number(days),
    categories: ((categories ?? []) as string[]).join(', ')
  };
}

/** A rule that can't be changed, as one sentence. */
export function sentenceOf(
  t: Translate,
  { values }: SetUpRecord,
  { types, currency }: Pick<PolicyVersion, 'types' | 'currency'>,
  money: (amount: string, currency: string) => string
): string {
  const { kind, level, type, amount, days, categories } = values;
  return t(`expense.sentence.${kind as RuleKind}`, {
    level: levelLabel(t, String(level)),
    type: types.find(({ id }) => id === type)?.name ?? t('expense.type.any'),
    amount: amount === null ? '' : kind === 'distance' ? String(amount) : money(String(amount), currency),
    days: String(days ?? ''),
    categories: ((categories ?? []) as string[]).join(', ')
  });
}

/** The label of a rule among others of its kind, for screen readers. */
export const ruleName = (t: Translate, kind: RuleKind, type: string | undefined) =>
  [t(optionKey(entityNamed(RULE.name), 'kind', kind)), type].filter(Boolean).join(': ');
