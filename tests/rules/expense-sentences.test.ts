import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { RuleForm } from '@/app/workspace/expense-policies/rule-form';
import { piecesOf, RULE_GROUPS, ruleFields, ruleKind, ruleValues } from '@/app/workspace/expense-policies/sentences';
import { LOCALES } from '@/lib/core/language/locales';
import { translator } from '@/lib/core/language/texts';
import type { PolicyType } from '@/lib/money/expense-policies/policy-version';
import { RULE_KINDS, type RuleKind } from '@/lib/money/expense-policies/rule-kinds';

const KINDS = Object.keys(RULE_KINDS) as RuleKind[];
const meals = {
  name: 'Meals',
  category: 'meals',
  receiptFrom: null,
  isReceiptOnly: false,
  merchantCategories: [],
  asks: []
};
const TYPES: PolicyType[] = [
  { ...meals, id: 'meals', isActive: true },
  { ...meals, id: 'old', name: 'Old', isActive: false }
];

test.each(LOCALES)('%s has a place for every input of a rule in its sentence, once', (locale) => {
  const t = translator(locale);
  for (const kind of KINDS) {
    const slots = piecesOf(t, kind).flatMap((piece) => ('slot' in piece ? [piece.slot] : []));
    expect([kind, [...slots].sort()]).toEqual([
      kind,
      ruleFields(t, kind, TYPES, null)
        .map(({ name }) => name)
        .sort()
    ]);
  }
});

test('every kind of rule stands in one group, and nothing else is a kind', () => {
  expect(Object.values(RULE_GROUPS).flat().sort()).toEqual([...KINDS].sort());
  expect([ruleKind('day'), ruleKind('toString'), ruleKind(undefined)]).toEqual(['day', null, null]);
});

test('a rule is one sentence with labelled inputs; an inactive type is offered only where it is chosen', () => {
  const t = translator('en_US');
  const form = (chosen: unknown) =>
    renderToStaticMarkup(
      createElement(RuleForm, {
        name: 'Amount per day',
        pieces: piecesOf(t, 'day'),
        fields: ruleFields(t, 'day', TYPES, chosen),
        values: ruleValues('day', null, 'en_US'),
        currency: 'SEK',
        version: 3,
        action: async (state) => state,
        texts: { failed: '', serverDown: '', save: 'Save', remove: 'Delete', cancel: 'Cancel' }
      })
    );
  const html = form('meals');
  const words = html.replaceAll(/<option.*?<\/option>|<button.*?<\/button>/g, '').replaceAll(/<[^>]+>/g, ' ');
  expect(words.replaceAll(/\s+/g, ' ').trim()).toMatch(/^Amount per day when more than SEK is spent on per day/);
  for (const label of ['Does', 'Limit', 'Expense type']) expect(html).toContain(`aria-label="${label}"`);
  expect(html).toContain('<input type="hidden" name="version" value="3"/>');
  expect(html).not.toContain('Old');
  expect(form('old')).toContain('Old');
});
