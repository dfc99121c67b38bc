import { createTranslator } from 'next-intl';
import type { AuditEntity } from '@/lib/core/audit/audit-actions';
import type { Refusal } from '@/lib/core/entry/refusal';
import { dotted, type KeyAfter, type TextKey } from '@/lib/core/language/text-key';
import { bundleTexts, intlConfig, keyOfMessage, translator } from '@/lib/core/language/texts';
import { anyKey } from '../support/texts';

const BUNDLES = ['PortalLabels', 'Messages', 'Workspace'] as const;
const all = Object.assign({}, ...BUNDLES.map((bundle) => bundleTexts('en_US', bundle))) as Record<string, string>;

describe('dotted keys', () => {
  const begun = Object.keys(all).filter((key) => Object.keys(all).some((other) => other.startsWith(`${key}.`)));

  test('that others begin with have their own text, and so have those others', () => {
    const t = translator('en_US');
    expect(begun).toContain('sign.out');
    expect([t('sign.out'), t('sign.out.everywhere')]).toEqual([all['sign.out'], all['sign.out.everywhere']]);
    const plain = begun.filter((key) => !/[{<']/.test(all[key] as string));
    expect(plain.map((key) => t(anyKey(key)))).toEqual(plain.map((key) => all[key]));
  });

  test('stay in the published bundles as they are', () => {
    expect(bundleTexts('en_US', 'Messages')).toHaveProperty(['sign.out.everywhere']);
    expect(JSON.stringify(bundleTexts('de', 'PortalLabels'))).not.toContain('\u2024');
  });

  test('reach next-intl from the same files, whole', () => {
    const { locale, messages } = intlConfig('in');
    expect(locale).toBe('id');
    const given = new Set(Object.keys(messages).map((key) => key.replaceAll('\u2024', '.')));
    expect(Object.keys(all).filter((key) => !given.has(key))).toEqual([]);
    expect(createTranslator(intlConfig('de'))(`sign\u2024out`)).toBe(bundleTexts('de', 'Messages')['sign.out']);
  });
});

test('P1.011 a text that is missing, or can’t be formatted, shows its key', () => {
  const t = translator('da');
  expect([t(anyKey('no.such.key')), t(anyKey('sign')), t(anyKey('A/B. C'))]).toEqual(['no.such.key', 'sign', 'A/B. C']);
  expect(translator('da', { 'sign.out': '{broken' })('sign.out', { app: '' })).toBe('sign.out');
  expect(t('password.length.invalid', { min: 8 })).toBe('password.length.invalid');
});

test('a schema’s message is a key, or else an invalid entry', () => {
  expect(['required', 'no.such.key', 'Invalid input: expected string', 'constructor'].map(keyOfMessage)).toEqual([
    'required',
    'invalid.entry',
    'invalid.entry',
    'invalid.entry'
  ]);
});

describe('a brand’s own texts', () => {
  const own = { 'sign.out': 'Leave {app}', 'error.count': '{count, plural, one {# fault} other {# faults}}' };

  test('lie over the product’s, with their placeholders', () => {
    const t = translator('en_US', own);
    expect([t('sign.out', { app: 'Norrvik' }), t('error.count', { count: 2 })]).toEqual(['Leave Norrvik', '2 faults']);
  });

  test('change neither what they begin nor the texts of others', () => {
    expect(translator('en_US', own)('sign.out.everywhere')).toBe(all['sign.out.everywhere']);
    expect(translator('en_US')('sign.out')).toBe(all['sign.out']);
  });
});

test.each([
  ['pl', [1, 2, 5, 22], ['Jest 1 problem', 'Są 2 problemy', 'Jest 5 problemów', 'Są 22 problemy']],
  ['fr', [0, 1, 2], ['Il y a 0 problème', 'Il y a 1 problème', 'Il y a 2 problèmes']],
  ['ja', [1, 2], ['1件の問題があります', '2件の問題があります']]
] as const)('plurals are those of %s', (locale, counts, words) => {
  const t = translator(locale);
  expect(counts.map((count) => t('error.count', { count }))).toEqual(words);
});

test('keys are typed: one that has no text does not compile', () => {
  const t = translator('en_US');
  // @ts-expect-error there is no such text
  expect(t('sign.outt')).toBe('sign.outt');
  // @ts-expect-error nor one of this action
  expect(t(`structure.event.${'burn' as 'burn' | 'close'}`)).toBe('structure.event.burn');
  // @ts-expect-error a refusal is worded
  const refusal: Refusal = { code: 'not.worded' };
  // @ts-expect-error a text of the product is no key
  const key: TextKey = 'Sign out';
  // @ts-expect-error nothing stands after this prefix so
  const state: KeyAfter<'transaction.state.'> = 'lost';
  // @ts-expect-error what is audited has words for the kind of its record
  const audited: AuditEntity = 'comet';
  expect([refusal.code, key, state, audited]).toHaveLength(4);
  expect(t(`node.kind.${dotted('org_point')}`)).toBe(all['node.kind.org.point']);
});
