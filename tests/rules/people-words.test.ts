import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lackedFeatures } from '@/lib/access/policy/features';
import { ACTIONS, AREAS, ROLES } from '@/lib/access/policy/policy';
import { translator } from '@/lib/core/language/texts';
import { anyKey } from '../support/texts';

const t = translator('en_US');
const isWorded = (key: string) => t(anyKey(key)) !== key;

test('CD.22 every area, action, role and feature of the policy table has its words', () => {
  const keys = [
    ...AREAS.map((area) => `area.${area.replaceAll('_', '.')}`),
    ...ACTIONS.map((action) => `action.${action}`),
    ...ROLES.flatMap((role) => [`role.${role}`, `role.${role}.reach`]),
    ...lackedFeatures({ role: 'Z', accessor: {} }).map((feature) => `feature.${feature.replaceAll('_', '.')}`)
  ];
  expect(keys.filter((key) => !isWorded(key))).toEqual([]);
});

test('C6.001 C6.002 C6.003 C6.004 C6.005 C6.006 C6.007 roles have the titles of the source', () => {
  expect((['A', 'C', 'G', 'H', 'I', 'O', 'S'] as const).map((role) => t(`role.${role}`))).toEqual([
    'Cardholder',
    'Company Program Administrator',
    'Company Group Administrator',
    'Issuer Group Administrator',
    'Issuer Program Administrator',
    'Level Manager',
    'Account Group Manager'
  ]);
});

/** Every file of a folder and those below. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)]
  );
const found = (pattern: RegExp) =>
  filesIn('lib/directory/people').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(pattern)].map((match) => match[1] as string)
  );

test('every refusal has its sentence', () => {
  expect(found(/code: '([a-z]+\.[a-z.]+)'/g).filter((code) => !isWorded(code))).toEqual([]);
});

test('C8.017 C8.018 the messages are the source’s own', () => {
  expect(t('user.not.authorized')).toBe('User not authorized.');
  expect(t('security.violation.maintenance')).toBe('Security Violation: Maintenance prohibited.');
  expect(t('security.violation.user.maintenance')).toBe('Security Violation: User maintenance prohibited.');
});
