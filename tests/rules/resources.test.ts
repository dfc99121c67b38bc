import { guideLabels } from '@/app/workspace/resources/guide-labels';
import type { Principal } from '@/lib/access/policy/principal';
import { PROGRAM_FEATURES, type ProgramFeature } from '@/lib/access/policy/program-features';
import { transaction } from '@/lib/core/database/database';
import { acceptUpload } from '@/lib/core/files/uploads';
import { LOCALES, type Locale } from '@/lib/core/language/locales';
import { translator } from '@/lib/core/language/texts';
import { shiftClock, stopClock } from '@/lib/core/server/clock';
import { GUIDES, guidesFor } from '@/lib/directory/resources/guides';
import { resourceFile, resourceLink } from '@/lib/directory/resources/open-resource';
import { openersOf } from '@/lib/directory/resources/openers';
import { resourcesFor } from '@/lib/directory/resources/resources';
import { TOPIC_NAMES, type Topic } from '@/lib/directory/resources/topics';
import { visitResources } from '@/lib/directory/resources/visits';
import { visitsOfUser } from '@/lib/directory/resources/visits-of-user';
import { entityNamed } from '@/lib/kit/setup/entities';
import { recordListSeen } from '@/lib/kit/setup/record-list';
import { aReceipt, sentFile } from '../support/attachments';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { granted, refusedFor } from '../support/results';
import { withSetting } from '../support/settings';
import { aRecord, recordsOf, tryChange, tryDelete, tryRecord } from '../support/setup';
import { aCompany, anAccount, anIssuer, anIssuerGroup, anOrgPoint, type StructureNode } from '../support/structure';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let account: StructureNode;
let A: Principal;
let C: Principal;
let I: Principal;

beforeEach(async () => {
  issuer = await anIssuer(world.current);
  company = await aCompany(world.current, issuer);
  account = await anAccount(world.current, company);
  A = await aPrincipalAt(world.current, 'A', account);
  C = await aPrincipalAt(world.current, 'C', company);
  I = await aPrincipalAt(world.current, 'I', issuer);
});

const LINK = 'https://help.example/guide';
const make = (owner: StructureNode, typed: object, by = I) =>
  aRecord(by, 'resource', recordsOf(owner), { topic: 'guides', link: LINK, ...typed });
const refusals = (owner: StructureNode, typed: object, by = I) =>
  tryRecord(by, 'resource', recordsOf(owner), { topic: 'guides', link: LINK, name: 'x', ...typed });
const asked = (by: Principal, more: { text?: string; topic?: Topic; locale?: Locale } = {}) =>
  resourcesFor(by, { locale: 'en_US', text: '', ...more });
const names = async (...[by, more]: Parameters<typeof asked>) =>
  granted(await asked(by, more)).resources.map(({ name }) => name);

describe('C2.028 the resource centre', () => {
  test('C1.009 C2.087 shows what is for the reader’s role and place, and nothing else', async () => {
    const other = await aCompany(world.current, issuer);
    const point = await anOrgPoint(world.current, company);
    await make(issuer, { name: 'For all' });
    await make(issuer, { name: 'For cardholders', roles: ['A'] });
    await make(issuer, { name: 'For the other company', place: other.number });
    await make(company, { name: 'Of the company' });
    await make(company, { name: 'For the team', place: point.number });
    await make(other, { name: 'Of the other company' });
    expect(await names(A)).toEqual(['For all', 'For cardholders', 'Of the company']);
    expect(await names(C)).toEqual(['For all', 'Of the company']);
    expect(await names(I)).toEqual(['For all']);
    expect(await names(await aPrincipalAt(world.current, 'O', point))).toEqual([
      ...['For all', 'Of the company', 'For the team']
    ]);
    expect(await names(await aPrincipalAt(world.current, 'C', other))).toEqual([
      ...['For all', 'For the other company', 'Of the other company']
    ]);
    const foreign = await aPrincipalAt(
      world.current,
      'C',
      await aCompany(world.current, await anIssuer(world.current))
    );
    expect(await names(foreign)).toEqual([]);
    expect(await names(await aPrincipalAt(world.current, 'Z', null))).toEqual([]);
  });

  test('shows a resource in the languages that its reader reads', async () => {
    await make(issuer, { name: 'Any' });
    await make(issuer, { name: 'Dansk', language: 'da' });
    await make(issuer, { name: 'English', language: 'en_US' });
    expect(await names(A, { locale: 'da' })).toEqual(['Any', 'Dansk']);
    expect(await names(A, { locale: 'en_US' })).toEqual(['Any', 'English']);
    expect(await names(A, { locale: 'en_GB' })).toEqual(['Any', 'English']);
    expect(await names(A, { locale: 'fr_CA' })).toEqual(['Any']);
  });

  test('C2.030 has eight topics, which filter', async () => {
    expect(TOPIC_NAMES).toHaveLength(8);
    for (const topic of [...TOPIC_NAMES].reverse()) await make(issuer, { name: topic, topic });
    expect(await names(A)).toEqual(TOPIC_NAMES);
    for (const topic of TOPIC_NAMES) expect(await names(A, { topic })).toEqual([topic]);
    const { counts } = granted(await asked(A, { topic: 'forms' }));
    expect([...counts.values()]).toEqual(Array(8).fill(1));
  });

  test('C2.029 is searched by two characters or more, in titles and descriptions', async () => {
    await make(issuer, { name: 'Réceipts and photos', description: 'How to take 100% of them' });
    await make(issuer, { name: 'Limits', topic: 'forms' });
    expect(refusedFor(await asked(A, { text: 'r' }))).toBe('q search.too.short');
    expect(await names(A, { text: ' re ' })).toEqual(['Réceipts and photos']);
    expect(await names(A, { text: 'PHOTO' })).toEqual(['Réceipts and photos']);
    expect(await names(A, { text: '0%' })).toEqual(['Réceipts and photos']);
    expect(await names(A, { text: '_%' })).toEqual([]);
    expect(await names(A, { text: 'limits', topic: 'guides' })).toEqual([]);
    await withSetting(world.current, { issuerId: issuer.id }, 'search.minimum.characters', 3);
    expect(refusedFor(await asked(A, { text: 'li' }))).toBe('q search.too.short');
  });

  test('serves a file to its readers alone', async () => {
    const bytes = aReceipt('pdf');
    const file = granted(await acceptUpload(sentFile(bytes, 'guide.pdf'), ['pdf'], I, ORIGIN));
    const id = await make(issuer, { name: 'Guide', link: null, file, roles: ['A'] });
    const served = await resourceFile(A, id, 'en_US');
    expect(served).toMatchObject({ name: 'guide.pdf', mediaType: 'application/pdf' });
    expect(Buffer.from(served?.bytes ?? []).equals(bytes)).toBe(true);
    expect(await resourceFile(C, id, 'en_US')).toBeNull();
    expect((await asked(A)).ok && granted(await asked(A)).resources[0]).toMatchObject({
      fileName: 'guide.pdf',
      fileSize: bytes.length,
      link: null
    });
    await tryChange(I, 'resource', issuer.id, id, { name: 'Guide', topic: 'guides', link: LINK, file: null });
    expect(await resourceFile(A, id, 'en_US')).toBeNull();
  });
});

describe('issue 18 the product’s own guides', () => {
  const program = new Set(PROGRAM_FEATURES);
  const guides = (
    by: Principal,
    more: { text?: string; locale?: Locale; features?: Iterable<ProgramFeature> } = {}
  ) => {
    const { text = '', locale = 'en_US', features = program } = more;
    const t = translator(locale);
    return guidesFor(by, { program: new Set(features), t, labels: guideLabels(t), text });
  };
  const guideNames = async (...asks: Parameters<typeof guides>) => (await guides(...asks)).map(({ name }) => name);

  test('issue 18 C2.028 C2.030 there is one for each topic, for those who do what it is about', async () => {
    const topics = Object.values(GUIDES).map(({ topic }) => topic);
    expect(topics).toEqual(TOPIC_NAMES);
    expect(await guideNames(A)).toEqual(['card', 'expense', 'find', 'report']);
    expect(await guideNames(C)).toEqual(['release', 'webinar', 'company', 'approve', 'find', 'report']);
    expect(await guideNames(await aPrincipalAt(world.current, 'O', await anOrgPoint(world.current, company)))).toEqual([
      'approve',
      'find',
      'report'
    ]);
    expect(await guideNames(await aPrincipalAt(world.current, 'Z', null))).toEqual([]);
    expect(await guideNames(A, { features: [] })).toEqual(['find', 'report']);
  });

  test('issue 18 C2.028 each has a title, what it is about and five steps in every language, with the labels of its pages', async () => {
    for (const locale of LOCALES) {
      const all = [...(await guides(A, { locale })), ...(await guides(C, { locale }))];
      for (const { name, title, about, steps } of all) {
        expect({ locale, name, steps: steps.length }).toEqual({ locale, name, steps: 5 });
        const texts = [title, about, ...steps];
        expect({ locale, name, empty: texts.filter((text) => text.trim() === '') }).toEqual({
          locale,
          name,
          empty: []
        });
        expect(texts.join(' ')).not.toMatch(/[{}]/);
      }
      const label = translator(locale)('inbox.title');
      expect({ locale, steps: all.find(({ name }) => name === 'report')?.steps.join(' ') }).toEqual({
        locale,
        steps: expect.stringContaining(label)
      });
    }
  });

  test('issue 18 C2.029 a search looks through their steps, whatever the accents and the case', async () => {
    expect(await guideNames(A, { text: 'MERCHANT' })).toEqual(['card']);
    expect(await guideNames(A, { text: 'dejela', locale: 'es' })).toEqual([]);
    expect(await guideNames(A, { text: 'codigos', locale: 'es' })).toEqual(['card']);
    expect(await guideNames(A, { text: '領収書', locale: 'ja' })).toEqual(['card', 'expense']);
    expect(await guideNames(A, { text: '%_' })).toEqual([]);
  });

  test('issue 18 C2.087 a company or its issuer hides them', async () => {
    await withSetting(world.current, { issuerId: issuer.id, companyId: company.id }, 'resource.guides', false);
    expect(await guideNames(A)).toEqual([]);
    expect(await guideNames(I)).not.toEqual([]);
    await withSetting(world.current, { issuerId: issuer.id }, 'resource.guides', false);
    expect(await guideNames(I)).toEqual([]);
  });
});

describe('C3.036 its set-up', () => {
  test('is for administrators: C, G and I, each of their own part', async () => {
    const other = await aCompany(world.current, issuer);
    await make(company, { name: 'Own' }, C);
    expect((await recordListSeen(C, entityNamed('resource'), recordsOf(issuer)))?.writable).toBe(false);
    expect(await recordListSeen(C, entityNamed('resource'), recordsOf(other))).toBeNull();
    expect(await recordListSeen(A, entityNamed('resource'), recordsOf(company))).toBeNull();
    const H = await aPrincipalAt(world.current, 'H', await anIssuerGroup(world.current, [issuer]));
    expect(await recordListSeen(H, entityNamed('resource'), recordsOf(issuer))).toBeNull();
  });

  test('takes a link or a file, one of them, and a title once for each owner', async () => {
    expect(await refusals(issuer, { link: null })).toEqual(['link resource.nothing']);
    const file = granted(await acceptUpload(sentFile(aReceipt('pdf'), 'a.pdf'), ['pdf'], I, ORIGIN));
    expect(await refusals(issuer, { file })).toEqual(['link resource.both']);
    for (const link of ['http://help.example', 'javascript:alert(1)', 'https://', 'https://a b.example', 'https://x'])
      expect(await refusals(issuer, { link })).toEqual(['link resource.link.invalid']);
    expect(await refusals(issuer, { topic: null })).toEqual(['topic required.field']);
    expect(await refusals(issuer, { name: 'x'.repeat(101) })).toEqual(['name too.long.field']);
    await make(issuer, { name: 'Guide' });
    expect(await refusals(issuer, { name: 'GUIDE' })).toEqual(['name setup.taken']);
    await make(company, { name: 'Guide' });
  });

  test('C9.023 C9.023D has 30 at most for each owner: the 31st is refused, one of a company is not', async () => {
    for (let n = 1; n <= 30; n += 1) await make(issuer, { name: `Guide ${n}` });
    expect(await refusals(issuer, { name: 'Guide 31' })).toEqual(['setup.maximum']);
    await make(company, { name: 'Guide 31' });
    expect(await names(A)).toHaveLength(31);
  });

  test('one that is deactivated or deleted is not there any more', async () => {
    const id = await make(issuer, { name: 'Guide' });
    expect(await tryDelete(I, 'resource', issuer.id, id)).toBe('deleted');
    expect(await names(A)).toEqual([]);
  });
});

describe('issue 18 visits and openings', () => {
  afterEach(() => shiftClock(0));
  const idOfName = async (by: Principal, name: string) =>
    granted(await asked(by)).resources.find((one) => one.name === name)?.id as string;

  test('issue 18 the visit before this one ended with its last look, an hour before at least', async () => {
    const start = new Date('2026-03-02T08:00:00Z');
    const lookAfter = (minutes: number) => {
      stopClock(new Date(start.getTime() + minutes * 60_000));
      return visitResources(A);
    };
    expect(await lookAfter(0)).toBeNull();
    expect(await lookAfter(30)).toBeNull();
    expect(await lookAfter(90)).toBeNull();
    expect(await lookAfter(151)).toEqual(new Date('2026-03-02T09:30:00Z'));
    expect(await lookAfter(160)).toEqual(new Date('2026-03-02T09:30:00Z'));
    const seen = { ...A, accessor: { issuerId: issuer.id, userId: C.userId } } as Principal;
    stopClock(new Date('2026-03-09T08:00:00Z'));
    expect(await visitResources(seen)).toEqual(new Date('2026-03-02T09:30:00Z'));
    expect(await visitResources(C)).toBeNull();
    const other = await lookAfter(160);
    expect(other).toEqual(new Date('2026-03-02T09:30:00Z'));
  });

  test('issue 18 C2.087 who manages a resource sees the people of their scope who opened it', async () => {
    await make(issuer, { name: 'Notes' });
    const other = await aPrincipalAt(
      world.current,
      'A',
      await anAccount(world.current, await aCompany(world.current, issuer))
    );
    const id = await idOfName(A, 'Notes');
    expect(granted(await asked(C)).resources[0]?.isManaged).toBe(false);
    expect(granted(await asked(I)).resources[0]?.isManaged).toBe(true);
    for (const by of [A, A, other]) expect(await resourceLink(by, id, 'en_US')).toBe(LINK);
    const seen = { ...A, accessor: { issuerId: issuer.id, userId: C.userId } } as Principal;
    expect(await resourceLink(seen, id, 'en_US')).toBe(LINK);
    expect(await resourceFile(A, id, 'en_US')).toBeNull();
    const found = await openersOf(I, id);
    expect(found?.name).toBe('Notes');
    expect(found?.openers.map((one) => [one.id, one.times]).sort()).toEqual(
      [
        [A.userId, 2],
        [other.userId, 1]
      ].sort()
    );
    for (const by of [A, C]) expect(await openersOf(by, id)).toBeNull();
    const stranger = await aPrincipalAt(world.current, 'I', await anIssuer(world.current));
    expect(await openersOf(stranger, id)).toBeNull();
    expect(await resourceLink(stranger, id, 'en_US')).toBeNull();
    await make(company, { name: 'Ours' }, C);
    const ours = await idOfName(A, 'Ours');
    await resourceLink(A, ours, 'en_US');
    expect((await openersOf(C, ours))?.openers.map((one) => one.id)).toEqual([A.userId]);
  });

  test('issue 18 a merge keeps what either opened, and who is forgotten has opened nothing', async () => {
    await make(issuer, { name: 'Notes' });
    const kept = await aPrincipalAt(world.current, 'A', account);
    const id = await idOfName(A, 'Notes');
    await resourceLink(A, id, 'en_US');
    await visitResources(A);
    const [keptId, mergedId] = [kept.userId, A.userId];
    await transaction(async (tx) => {
      await visitsOfUser.move?.(tx, { issuerId: issuer.id, keptId, mergedId });
    });
    expect((await openersOf(I, id))?.openers.map((one) => one.id)).toEqual([keptId]);
    await transaction(async (tx) => {
      await visitsOfUser.forget?.(tx, { issuerId: issuer.id, id: keptId });
    });
    expect((await openersOf(I, id))?.openers).toEqual([]);
  });
});
