import fc from 'fast-check';
import type { Principal } from '@/lib/access/policy/principal';
import { PROGRAM_FEATURES } from '@/lib/access/policy/program-features';
import { SEARCHABLE } from '@/lib/composition/process/searchable';
import { highlight } from '@/lib/kit/search/highlight';
import type { SearchKind } from '@/lib/kit/search/kinds';
import { recentItems, remember } from '@/lib/kit/search/recent-items';
import { search } from '@/lib/kit/search/search';
import { editDistance } from '@/lib/kit/search/similar-words';
import { amountIn } from '@/lib/money/transactions/search-family';
import { useDatabase } from '../support/module-world';
import { aPrincipalAt, principalFor } from '../support/principal';
import { withSetting } from '../support/settings';
import {
  aCompany,
  aCompanyGroup,
  anAccount,
  anAccountGroup,
  anIssuer,
  anIssuerGroup,
  anOrgPoint,
  aUserAt,
  type StructureNode
} from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();

/** The names of the results, by kind. */
async function found(
  principal: Principal,
  text: string,
  { kinds, limit = 10 }: { kinds?: SearchKind[]; limit?: number } = {}
) {
  const searched = await search(SEARCHABLE, principal, { text, kinds, limit });
  if (searched.state !== 'found') return searched.state;
  return Object.fromEntries(searched.groups.map(({ kind, results }) => [kind, results.map(({ name }) => name)]));
}

/** One of everything under an issuer, with its administrator. */
async function aPlace(issuerName = 'Marlowe Cards') {
  const db = world.current;
  const issuer = await anIssuer(db, {
    name: issuerName,
    number: `${Math.random().toString(36).slice(2, 10).toUpperCase()}`
  });
  const group = await aCompanyGroup(db, issuer, { name: 'Baltic Family', number: '700' });
  const company = await aCompany(db, group, { name: 'Nordic Foods Holdings', number: '4100' });
  const accountGroup = await anAccountGroup(db, company, { name: 'Executives', number: 'AG1' });
  const point = await anOrgPoint(db, accountGroup, { name: 'Purchasing North', number: 'D-20' });
  const account = await anAccount(db, point, { name: 'Åsa Lindqvist', lastFour: '4321' });
  const user = await aUserAt(db, 'A', account, { firstName: 'Åsa', lastName: 'Lindqvist' });
  return { issuer, group, company, accountGroup, point, account, user, I: await aPrincipalAt(db, 'I', issuer) };
}

describe('the global search', () => {
  test('C2.006 finds issuers, company groups, companies, account groups, org points, accounts and users', async () => {
    const { I, user } = await aPlace();
    expect(await found(I, 'marl')).toEqual({ issuer: ['Marlowe Cards'] });
    expect(await found(I, 'balt')).toEqual({ company_group: ['Baltic Family'] });
    expect(await found(I, 'nord')).toMatchObject({ company: ['Nordic Foods Holdings'] });
    expect(await found(I, 'exec')).toEqual({ account_group: ['Executives'] });
    expect(await found(I, 'purch')).toEqual({ org_point: ['Purchasing North'] });
    expect(await found(I, 'lindq')).toEqual({ account: ['Åsa Lindqvist'], user: ['Åsa Lindqvist'] });
    expect(await found(I, user.userId)).toEqual({ user: ['Åsa Lindqvist'] });
    expect(await found(I, '4321')).toEqual({ account: ['Åsa Lindqvist'] });
    expect(await found(I, '•••• 4321')).toEqual({ account: ['Åsa Lindqvist'] });
  });

  test('C2.006 by number, by any word, by several words in any order, whatever case and accents', async () => {
    const { I } = await aPlace();
    const foods = { company: ['Nordic Foods Holdings'] };
    for (const text of ['4100', '41', 'HOLDINGS', 'foods nord', 'nordic foods hold'])
      expect(await found(I, text)).toMatchObject(foods);
    for (const text of ['asa lindqvist', 'LINDQVIST ÅSA', 'å. lindq'])
      expect(await found(I, text, { kinds: ['user'] })).toEqual({ user: ['Åsa Lindqvist'] });
    expect(await found(I, 'd-20')).toEqual({ org_point: ['Purchasing North'] });
  });

  test('C2.006 finds transactions by merchant, amount and reference, the newest first', async () => {
    const { I, account } = await aPlace();
    const db = world.current;
    const payments = async (text: string, principal = I, features = new Set(PROGRAM_FEATURES)) => {
      const searched = await search(SEARCHABLE, principal, { text, kinds: ['transaction'], features, limit: 5 });
      return searched.state === 'found' ? searched.groups.flatMap(({ results }) => results) : [];
    };
    const old = await aTransaction(db, account, {
      merchant: 'Harbour Hotel',
      amount: '99.50',
      postingDate: '2026-01-05'
    });
    const young = await aTransaction(db, account, {
      merchant: 'Old Harbour',
      amount: '1234.50',
      postingDate: '2026-03-05'
    });
    await aTransaction(db, account, { merchant: 'Airline', amount: '99.95', postingDate: '2026-02-05' });
    expect(await payments('old harb')).toMatchObject([
      {
        id: young.id,
        name: 'Old Harbour',
        above: 'Åsa Lindqvist',
        day: '2026-03-05',
        amount: '1234.5000',
        currency: 'EUR'
      }
    ]);
    expect((await payments('harbour')).map(({ id }) => id)).toEqual([old.id, young.id]);
    // The third one's reference is random, and may begin so.
    const from99 = (await payments('99')).filter(({ id }) => id !== young.id);
    expect(from99.map(({ name }) => name)).toEqual(['Airline', 'Harbour Hotel']);
    for (const text of ['1234.50', '1,234.50', '1 234,5', '1.234,50']) {
      expect((await payments(text)).map(({ id }) => id)).toEqual([young.id]);
    }
    expect((await payments(old.id.slice(0, 20))).map(({ id }) => id)).toEqual([old.id]);
    const A = await aPrincipalAt(db, 'A', account);
    expect((await payments('99.50', A)).map(({ id }) => id)).toEqual([old.id]);
    // Neither in another scope, nor in a programme without transactions.
    const other = await aPlace('Other Bank');
    expect(await payments('harbour', other.I)).toEqual([]);
    expect(await payments('harbour', await aPrincipalAt(db, 'A', other.account))).toEqual([]);
    expect(await payments('harbour', I, new Set())).toEqual([]);
  });

  test.each([
    ['1,234.50', '1234.50'],
    ['1 234,5', '1234.5'],
    ['1.234.567', '1234567'],
    ['99', '99'],
    ['-12,00', '12.00'],
    ['12a', null],
    ['.', null]
  ])('reads the amount in “%s”', (typed, amount) => {
    expect(amountIn(typed)).toBe(amount);
  });

  test('forgives typing errors, and says so', async () => {
    const { I } = await aPlace();
    for (const text of ['nrdic', 'nordci', 'nordic fods', 'hodlings'])
      expect(await search(SEARCHABLE, I, { text, limit: 5, kinds: ['company'] })).toMatchObject({
        isSimilar: true,
        groups: [{ kind: 'company', results: [{ name: 'Nordic Foods Holdings' }] }]
      });
    expect(await found(I, 'lindkvist', { kinds: ['user'] })).toEqual({ user: ['Åsa Lindqvist'] });
    expect(await search(SEARCHABLE, I, { text: 'foods', limit: 5 })).toMatchObject({ isSimilar: false });
    expect(await found(I, 'zebra')).toEqual({});
  });

  test('an exact number comes first, then what begins so, then words, then what is similar', async () => {
    const { I, issuer } = await aPlace();
    const db = world.current;
    await aCompany(db, issuer, { name: 'Northern 55 Steel', number: '91' });
    await aCompany(db, issuer, { name: 'Atlas', number: '5501' });
    await aCompany(db, issuer, { name: '55 Degrees', number: '92' });
    await aCompany(db, issuer, { name: 'Zenith', number: '55' });
    expect(await found(I, '55', { kinds: ['company'] })).toEqual({
      company: ['Zenith', '55 Degrees', 'Atlas', 'Northern 55 Steel']
    });
  });

  test('two characters of Chinese or Japanese suffice, wherever they stand, with and without the space of a name', async () => {
    const { I, issuer } = await aPlace();
    const db = world.current;
    const company = await aCompany(db, issuer, { name: '東京電力株式会社' });
    await aUserAt(db, 'C', company, { firstName: '美咲', lastName: '田中' });
    expect(await found(I, '電力')).toEqual({ company: ['東京電力株式会社'] });
    for (const text of ['田中', '田中美咲', '美咲 田中']) expect(await found(I, text)).toEqual({ user: ['美咲 田中'] });
    await aCompany(db, issuer, { name: 'Иванов и сыновья' });
    expect(await found(I, 'ИВАН')).toEqual({ company: ['Иванов и сыновья'] });
  });

  test('C2.029 C5.015 C9.008 needs two characters at least', async () => {
    const { I } = await aPlace();
    expect(await search(SEARCHABLE, I, { text: ' n ', limit: 5 })).toEqual({ state: 'too short', least: 2 });
    expect(await found(I, 'no')).toMatchObject({ company: ['Nordic Foods Holdings'] });
    expect(await found(I, '')).toBe('too short');
  });

  test('C5.016 needs four where the issuer or the company has set so', async () => {
    const { I, issuer, company } = await aPlace();
    await withSetting(world.current, { issuerId: issuer.id }, 'search.minimum.characters', 3);
    await withSetting(world.current, { issuerId: issuer.id, companyId: company.id }, 'search.minimum.characters', 4);
    expect(await search(SEARCHABLE, I, { text: 'no', limit: 5 })).toEqual({ state: 'too short', least: 3 });
    const C = await aPrincipalAt(world.current, 'C', company);
    expect(await search(SEARCHABLE, C, { text: 'nor', limit: 5 })).toEqual({ state: 'too short', least: 4 });
    expect(await found(C, 'nord')).toMatchObject({ company: ['Nordic Foods Holdings'] });
  });

  test('C5.017 says when there is more than is shown, so that something narrows it', async () => {
    const { I, issuer } = await aPlace();
    for (let n = 0; n < 4; n++) await aCompany(world.current, issuer, { name: `Harbour ${n}` });
    const searched = await search(SEARCHABLE, I, { text: 'harbour', limit: 3 });
    expect(searched).toMatchObject({ groups: [{ kind: 'company', hasMore: true }] });
    expect(await found(I, 'harbour', { limit: 3 })).toEqual({ company: ['Harbour 0', 'Harbour 1', 'Harbour 2'] });
    expect(await search(SEARCHABLE, I, { text: 'harbour 2', limit: 3 })).toMatchObject({
      groups: [{ hasMore: false }]
    });
  });

  test('odd input is no error, and a whole card number is never searched for', async () => {
    const { I } = await aPlace();
    for (const text of [
      '%%',
      '__',
      "'; --",
      '\\\\',
      '\u0000\u0000qx',
      '((',
      '🙂🙂',
      'a'.repeat(500),
      '-- --',
      'İİ',
      '﷽﷽'
    ])
      expect(await found(I, text)).toEqual({});
    expect(await found(I, '4111 1111 1111 1111')).toBe('too short');
  });
});

test('C2.006 a role finds only the kinds that it may see', async () => {
  const { account, point, company } = await aPlace();
  const db = world.current;
  const kinds = async (principal: Principal) => Object.keys((await found(principal, 'lindq')) as object);
  expect(await kinds(await aPrincipalAt(db, 'A', account))).toEqual(['account']);
  const users = { authorities: ['accounts.view', 'users.view'] };
  expect(await kinds(await aPrincipalAt(db, 'O', point))).toEqual(['account']);
  expect(await kinds(await aPrincipalAt(db, 'O', point, users))).toEqual(['account', 'user']);
  expect(await kinds(await aPrincipalAt(db, 'C', company, { authorities: ['accounts.view'] }))).toEqual(['account']);
});

describe('the scope of a search', () => {
  const WORDS = ['nordic', 'harbour', 'lindqvist', 'foods', 'atlas', '田中', 'anna', '4100'] as const;

  test('C2.006 no result leaks out of the user’s part of the structure, for any structure and query', async () => {
    const db = world.current;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(3), fc.constantFrom(...WORDS), fc.constantFrom(...WORDS), fc.nat(20)), {
          minLength: 4,
          maxLength: 14
        }),
        fc.constantFrom(...WORDS, 'nordci', 'harbuor', 'lindkvist', 'no', 'an'),
        async (plan, text) => {
          const issuers = [await anIssuer(db, { name: 'Nordic One' }), await anIssuer(db, { name: 'Harbour Two' })];
          const nodes: StructureNode[] = [...issuers];
          const under = (kinds: string[], pick: number) => {
            const fitting = nodes.filter(({ kind }) => kinds.includes(kind));
            return fitting[pick % fitting.length];
          };
          for (const [what, first, second, pick] of plan) {
            const name = `${first} ${second}`;
            const company = under(['company'], pick);
            if (what === 0) nodes.push(await aCompanyGroup(db, issuers[pick % 2] as StructureNode, { name }));
            else if (what === 1 || !company)
              nodes.push(await aCompany(db, under(['issuer', 'company_group'], pick) as StructureNode, { name }));
            else if (what === 2)
              nodes.push(await anOrgPoint(db, under(['company', 'org_point'], pick) as StructureNode, { name }));
            else nodes.push(await anAccount(db, under(['company', 'org_point'], pick) as StructureNode, { name }));
          }
          const people: { at: StructureNode; user: { id: string } }[] = [];
          for (const company of nodes.filter(({ kind }) => kind === 'company').slice(0, 3))
            people.push({
              at: company,
              user: await aUserAt(db, 'C', company, { firstName: 'anna', lastName: 'lindqvist' })
            });
          const isBelow = (node: StructureNode, top: StructureNode) =>
            node.issuerId === top.issuerId && node.path.startsWith(top.path);
          const check = async (principal: Principal, tops: StructureNode[]) => {
            const searched = await search(SEARCHABLE, principal, { text, limit: 50 });
            const ids =
              searched.state === 'found' ? searched.groups.flatMap(({ results }) => results.map(({ id }) => id)) : [];
            const seen = nodes.filter((node) => tops.some((top) => isBelow(node, top))).map(({ id }) => id);
            const users = people.filter(({ at }) => tops.some((top) => isBelow(at, top))).map(({ user }) => user.id);
            const own = new Set([...seen, ...users, principal.userId]);
            expect(ids.filter((id) => !own.has(id))).toEqual([]);
          };
          const roles: Record<string, string> = {
            company_group: 'G',
            company: 'C',
            org_point: 'O',
            account: 'A',
            issuer: 'I'
          };
          for (const node of nodes.slice(0, 8)) {
            // Whoever looks stands there too, under a name that nobody seeks.
            const user = await aUserAt(db, roles[node.kind] as string, node, {
              firstName: 'Viewer',
              lastName: 'Person'
            });
            await check(await principalFor(db, user), [node]);
          }
          await check(await aPrincipalAt(db, 'H', await anIssuerGroup(db, [issuers[0] as StructureNode])), [
            issuers[0] as StructureNode
          ]);
        }
      ),
      { numRuns: 8 }
    );
  });

  test('C2.006 an administrator of many companies in a group finds the same as looking through each', async () => {
    const db = world.current;
    const issuer = await anIssuer(db);
    const [group, other] = [await aCompanyGroup(db, issuer), await aCompanyGroup(db, issuer)];
    for (let n = 0; n < 52; n++) await aCompany(db, group, { name: `Quartz ${String(n).padStart(2, '0')}` });
    const elsewhere = await aCompany(db, other, { name: 'Quartz elsewhere' });
    const [G, few] = [await aPrincipalAt(db, 'G', group), await aPrincipalAt(db, 'G', other)];
    const names = (await found(G, 'quartz', { limit: 60 })) as { company: string[] };
    expect(names.company).toHaveLength(52);
    expect(names.company).not.toContain(elsewhere.name);
    expect(await found(few, 'quartz')).toEqual({ company: ['Quartz elsewhere'] });
  });

  test('C2.006 a system administrator finds what is in every issuer', async () => {
    const [one, two] = [await aPlace('Osprey One'), await aPlace('Osprey Two')];
    const Z = await aPrincipalAt(world.current, 'Z', null);
    expect(await found(Z, 'osprey')).toEqual({ issuer: ['Osprey One', 'Osprey Two'] });
    expect(await found(one.I, 'osprey')).toEqual({ issuer: ['Osprey One'] });
    expect(await found(two.I, 'osprei')).toEqual({ issuer: ['Osprey Two'] });
  });
});

describe('recent items', () => {
  const item = ({ kind, issuerId, id }: StructureNode) => ({ kind, issuerId, id });
  const names = async (principal: Principal, limit = 20) =>
    (await recentItems(SEARCHABLE, principal, limit)).map(({ name }) => name);

  test('C2.005 C2.051 the latest first, each once, 20 at most', async () => {
    const { I, issuer, company, user } = await aPlace();
    await remember(I, item(company));
    await remember(I, { kind: 'user', issuerId: issuer.id, id: user.id });
    await remember(I, item(issuer));
    await remember(I, item(company));
    expect(await names(I)).toEqual(['Nordic Foods Holdings', 'Marlowe Cards', 'Åsa Lindqvist']);
    for (let n = 0; n < 21; n++)
      await remember(I, item(await aCompany(world.current, issuer, { name: `Visited ${n}` })));
    expect(await names(I, 50)).toHaveLength(20);
    expect(await names(I, 2)).toEqual(['Visited 20', 'Visited 19']);
  });

  test('C2.005 only what is still in scope, and nobody else’s', async () => {
    const { I, group, company, account, user } = await aPlace();
    const db = world.current;
    const G = await aPrincipalAt(db, 'G', group);
    await remember(G, item(company));
    await remember(G, item(account));
    await remember(G, { kind: 'user', issuerId: user.issuerId, id: user.id });
    expect(await names(G)).toHaveLength(3);
    expect(await names(I)).toEqual([]);
    const elsewhere = await aCompanyGroup(db, await anIssuer(db));
    const moved = { ...G, scope: (await aPrincipalAt(db, 'G', elsewhere)).scope };
    expect(await names(moved)).toEqual([]);
    expect(await names({ ...G, authorities: new Set(['accounts.view'] as const) })).toEqual(['Åsa Lindqvist']);
  });

  test('C6.017 looking through another user’s eyes leaves no trace', async () => {
    const { I, company } = await aPlace();
    await remember({ ...I, accessor: { issuerId: I.issuerId, userId: I.userId } }, item(company));
    expect(await names(I)).toEqual([]);
  });
});

describe('what is marked in a result', () => {
  test.each([
    ['Nordic Foods', 'foo', 'Nordic [Foo]ds'],
    ['Åsa Lindqvist', 'asa LIND', '[Åsa] [Lind]qvist'],
    ['東京電力株式会社', '電力', '東京[電力]株式会社'],
    ['Straße 9', 'strass', '[Straß]e 9'],
    ['Seafood', 'foo', 'Seafood'],
    ['D-20', 'd-20', '[D]-[20]'],
    ['<b>', '<b>', '<[b]>']
  ])('%s sought by %s', (text, sought, expected) => {
    expect(
      highlight(text, sought)
        .map((piece) => (piece.isHit ? `[${piece.text}]` : piece.text))
        .join('')
    ).toBe(expected);
  });
});

test.each([
  ['nordic', 'nordic', 0],
  ['nrdic', 'nordic', 1],
  ['nordci', 'nordic', 1],
  ['nodric', 'nordic', 1],
  ['nodirc', 'nordic', 2],
  ['', 'ab', 2]
])('%s is so many typing errors from %s', (a, b, distance) => {
  expect([editDistance(a, b), editDistance(b, a)]).toEqual([distance, distance]);
});
