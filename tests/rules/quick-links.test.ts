import type { Principal } from '@/lib/access/policy/principal';
import {
  addQuickLink,
  MOST_LINKS,
  moveQuickLink,
  quickLinkSchema,
  quickLinks,
  removeQuickLink,
  renameQuickLink
} from '@/lib/kit/quick-links/quick-links';
import { useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { codeOf, granted, refusedFor } from '../support/results';
import { aCompany, anIssuer } from '../support/structure';

const world = useDatabase();
let C: Principal;
let other: Principal;

beforeEach(async () => {
  const company = await aCompany(world.current, await anIssuer(world.current));
  C = await aPrincipalAt(world.current, 'C', company);
  other = await aPrincipalAt(world.current, 'C', company);
});

const add = async (name: string, address = '/workspace/transactions') =>
  granted(await addQuickLink(C, { name, address }));
const names = async (by = C) => (await quickLinks(by)).map(({ name }) => name);

describe('C2.005 quick links', () => {
  test('are added at the end, renamed, moved and removed, by their owner alone', async () => {
    const [one, two, three] = [await add('One'), await add('Two'), await add('Three')];
    expect(await names()).toEqual(['One', 'Two', 'Three']);
    granted(await moveQuickLink(C, three, -1));
    expect(await names()).toEqual(['One', 'Three', 'Two']);
    granted(await moveQuickLink(C, one, 1));
    expect(await names()).toEqual(['Three', 'One', 'Two']);
    granted(await moveQuickLink(C, three, -1));
    granted(await moveQuickLink(C, two, 1));
    expect(await names()).toEqual(['Three', 'One', 'Two']);
    granted(await renameQuickLink(C, two, 'Last'));
    granted(await removeQuickLink(C, one));
    expect(await names()).toEqual(['Three', 'Last']);
    await add('New');
    expect(await names()).toEqual(['Three', 'Last', 'New']);
    for (const attempt of [
      renameQuickLink(other, two, 'x'),
      moveQuickLink(other, two, 1),
      removeQuickLink(other, two),
      removeQuickLink(C, one)
    ])
      expect(codeOf(await attempt)).toBe('not.found');
    expect([await names(), await names(other)]).toEqual([['Three', 'Last', 'New'], []]);
  });

  test('have a name once, whatever the case', async () => {
    await add('One');
    const two = await add('Two');
    expect(refusedFor(await addQuickLink(C, { name: 'ONE', address: '/workspace' }))).toBe('name quick.link.taken');
    expect(refusedFor(await renameQuickLink(C, two, 'one'))).toBe('name quick.link.taken');
    granted(await renameQuickLink(C, two, 'TWO'));
    granted(await addQuickLink(other, { name: 'One', address: '/workspace' }));
  });

  test('are 20 at most, however many come at once', async () => {
    for (let n = 1; n < MOST_LINKS; n += 1) await add(`Page ${n}`);
    const both = await Promise.all(
      ['Last', 'One more'].map((name) => addQuickLink(C, { name, address: '/workspace' }))
    );
    expect(both.map(codeOf).sort()).toEqual(['ok', 'quick.link.most']);
    expect(await names()).toHaveLength(MOST_LINKS);
  });

  test.each([
    ['/workspace', true],
    ['/workspace/transactions?state=open', true],
    ['/workspace/transactions?q=4111111111111111', false],
    ['/workspaces', false],
    ['/sdportal', false],
    ['//evil.example/workspace', false],
    ['/workspace//evil.example', false],
    ['/workspace\\evil', false],
    ['https://evil.example/workspace', false],
    ['javascript:alert(1)', false],
    [`/workspace/${'x'.repeat(2000)}`, false]
  ])('lead into the workspace only: %s is taken: %s', (address, taken) => {
    expect(quickLinkSchema.safeParse({ name: 'x', address }).success).toBe(taken);
  });
});
