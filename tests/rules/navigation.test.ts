import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { furtherPages, openScreens, SCREENS, screensFor, setupFor } from '@/app/workspace/navigation';
import { granted, ROLES } from '@/lib/access/policy/policy';
import type { Principal } from '@/lib/access/policy/principal';
import { PROGRAM_FEATURES } from '@/lib/access/policy/program-features';
import { bundleTexts } from '@/lib/core/language/texts';

const texts = { ...bundleTexts('en_US', 'Workspace'), ...bundleTexts('en_US', 'Messages') };

const everything = new Set(PROGRAM_FEATURES);

const principal = (role: (typeof ROLES)[number]) =>
  ({ role, authorities: granted(role, null), accessor: null }) as unknown as Principal;

test('every screen has a title and an address of its own, and a key that no other has', () => {
  for (const values of [SCREENS.map(({ href }) => href), SCREENS.flatMap(({ shortcut }) => shortcut ?? [])])
    expect(new Set(values).size).toBe(values.length);
  expect(SCREENS.filter(({ label }) => !texts[label])).toEqual([]);
  expect(SCREENS.filter(({ shortcut }) => shortcut === 'g' || (shortcut ?? 'x').length !== 1)).toEqual([]);
});

test('every further page of the palette is there, has a name, and is not a screen of its own', () => {
  const pages = SCREENS.flatMap(({ pages: further = [] }) => further);
  expect(pages.length).toBeGreaterThan(0);
  expect(pages.filter(({ label }) => !texts[label])).toEqual([]);
  expect(pages.filter(({ href }) => !existsSync(join('app', href, 'page.tsx')))).toEqual([]);
  expect(pages.filter((page) => SCREENS.some(({ href }) => href === page.href))).toEqual([]);
});

test('issue 16 the palette leads to a further page only those who may use it', () => {
  const ledTo = (href: string) =>
    ROLES.filter((role) => furtherPages(principal(role), everything).some((page) => page.href === href));
  expect(ledTo('/workspace/transactions/code')).toContain('A');
  expect(ledTo('/workspace/feeds/rejects')).toContain('I');
  expect(ledTo('/workspace/feeds/rejects')).not.toContain('A');
  expect(furtherPages(principal('A'), new Set()).map(({ href }) => href)).not.toContain('/workspace/transactions/code');
});

test('both levels of the navigation have six groups at most, and every group but home a title', () => {
  for (const role of ROLES) {
    const levels = [screensFor(principal(role), everything), setupFor(principal(role), everything)];
    for (const level of levels) expect(level.length).toBeLessThanOrEqual(6);
    const named = levels.flat().filter(({ group }) => group !== 'home');
    expect(named.filter(({ group }) => !texts[`navigation.${group}`])).toEqual([]);
  }
});

test('the set-up is in the navigation of exactly those who may see a page of it', () => {
  for (const role of ROLES) {
    const isThere = openScreens(principal(role), everything).some(({ leadsToSetup }) => leadsToSetup);
    expect({ role, isThere }).toEqual({ role, isThere: setupFor(principal(role), everything).length > 0 });
  }
});

test('C1.013 approval profiles are set up where transactions are reviewed or purchases requested', () => {
  const isThere = (...features: (typeof PROGRAM_FEATURES)[number][]) =>
    setupFor(principal('C'), new Set(features)).some(({ pages }) =>
      pages.some(({ href }) => href === '/workspace/approvals/profiles')
    );
  expect([isThere('transaction.review'), isThere('purchasing'), isThere('bill.pay')]).toEqual([true, true, false]);
});

test('C6.032 authorizations are in the navigation of those with the right to them', () => {
  const led = (who: Principal) => openScreens(who, everything).some(({ href }) => href === '/workspace/authorizations');
  expect(ROLES.filter((role) => led(principal(role)))).toEqual(['A']);
  const authorities = new Set(['authorization_activity.view']);
  expect(led({ ...principal('C'), authorities } as unknown as Principal)).toBe(true);
});

test('nobody but a system administrator is led to the brands', () => {
  const ledTo = ROLES.filter((role) =>
    screensFor(principal(role), everything).some(({ screens }) =>
      screens.some(({ href }) => href === '/workspace/brands')
    )
  );
  expect(ledTo).toEqual(['Z']);
});

test('W18 C8.040 every page of the workspace is one that says itself that it is not there', () => {
  const pages = readdirSync('app/workspace', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(^|\/)page\.tsx$/.test(file)
  );
  expect(pages.length).toBeGreaterThan(90);
  const bare = (file: string) =>
    !/^export default workspacePage\(/m.test(readFileSync(join('app/workspace', file), 'utf8'));
  expect(pages.filter(bare)).toEqual([]);
});
