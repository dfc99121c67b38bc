import { type Brand, footerIn } from '@/lib/brand/brands/complete';
import { rereadBrands } from '@/lib/brand/brands/directory';
import { findBrand, resolveBrand } from '@/lib/brand/brands/resolve';
import { archiveBrand } from '@/lib/brand/studio/archive-brand';
import { listBrands, listQuerySchema } from '@/lib/brand/studio/brand-list';
import { openSetAside, resolveSetAside } from '@/lib/brand/studio/conflicts';
import { createBrand, newBrandSchema } from '@/lib/brand/studio/create-brand';
import { discardDraft, type OpenBrand, openBrand, saveDraft } from '@/lib/brand/studio/drafts';
import { faultsOf } from '@/lib/brand/studio/faults';
import { withForm } from '@/lib/brand/studio/form';
import { brandHistory } from '@/lib/brand/studio/history';
import {
  addHostname,
  brandHostnames,
  hostnameSchema,
  removeHostname,
  verifyHostname
} from '@/lib/brand/studio/hostnames';
import { changesBetween, contentOf, leavesOf } from '@/lib/brand/studio/leaves';
import { previewBrand } from '@/lib/brand/studio/preview';
import { publishDraft, restoreVersion } from '@/lib/brand/studio/publish-draft';
import { type SystemAdministrator, systemAdministrator } from '@/lib/brand/studio/system-administrator';
import { findTexts } from '@/lib/brand/studio/text-keys';
import { imageFault } from '@/lib/brand/studio/upload-image';
import { SYSTEM_ISSUER_ID } from '@/lib/core/audit/audit';
import { messageFault } from '@/lib/core/language/message-format';
import { type DnsServer, startDns } from '../support/dns';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aCardholder } from '../support/people';

let dns: DnsServer;
const database = useDatabase({ seeded: true });
beforeAll(async () => {
  dns = await startDns();
  process.env.HOSTNAME_DNS_SERVERS = dns.address;
});
afterAll(() => dns.close());

async function actorOf(role: string) {
  const person = await aCardholder(database.current, { role });
  const { issuerId, id: userId } = person;
  return { sessionId: '', issuerId, userId, kind: 'full', role, brandName: 'tessera' } as Parameters<
    typeof systemAdministrator
  >[0];
}
const anAdministrator = async () => (await systemAdministrator(await actorOf('Z'), ORIGIN)) as SystemAdministrator;

let count = 0;
/** The test's brand: a published copy of an existing one. */
async function aBrand(by: SystemAdministrator, from = 'norrvik'): Promise<string> {
  const name = `studio-${++count}`;
  const created = { name, abbreviation: `STU${count}`, displayName: `Studio ${count}`, from };
  expect(await createBrand(by, newBrandSchema.parse(created), ORIGIN)).toEqual({ ok: true, value: name });
  expect((await publish(by, name)).ok).toBe(true);
  return name;
}
const open = async (by: SystemAdministrator, name: string) => (await openBrand(by, name)) as OpenBrand;
const publish = async (by: SystemAdministrator, name: string) =>
  publishDraft(by, { name, basis: (await open(by, name)).basis }, ORIGIN);
async function edit(by: SystemAdministrator, name: string, form: Record<string, string>, basis?: string) {
  return saveDraft(by, { name, basis: basis ?? (await open(by, name)).basis }, (content) => withForm(content, form));
}
const shown = async (name: string) => {
  await rereadBrands();
  return findBrand(name);
};
const code = (result: { ok: boolean }) =>
  'refusal' in result ? (result.refusal as { code: string }).code : 'accepted';

describe('who may', () => {
  test.each(['A', 'C', 'G', 'H', 'I', 'O', 'S'])('nobody in role %s, and the try is audited', async (role) => {
    const actor = await actorOf(role);
    expect(await systemAdministrator(actor, ORIGIN)).toBeNull();
    const entries = await database.current.query('SELECT action FROM audit_entries WHERE actor_user_id = $1', [
      actor.userId
    ]);
    expect(entries).toEqual([{ action: 'brand.access_denied' }]);
  });

  test('a system administrator', async () => {
    expect(await anAdministrator()).toMatchObject({ name: 'Robin Example' });
  });
});

describe('draft and publication', () => {
  test('a new brand is seen by nobody until it is published', async () => {
    const by = await anAdministrator();
    const input = { name: 'harbour-light', abbreviation: 'HLIGHT', displayName: 'Harbour Light', from: '' };
    await createBrand(by, newBrandSchema.parse(input), ORIGIN);
    expect(await shown('harbour-light')).toBeNull();
    expect(await publish(by, 'harbour-light')).toEqual({ ok: true, value: 1 });
    expect(await shown('harbour-light')).toMatchObject({ displayName: 'Harbour Light', footerLayout: 'standard' });
  });

  test('refuses a name and an abbreviation that are taken, and the studio’s own address', async () => {
    const by = await anAdministrator();
    const input = { name: 'norrvik', abbreviation: 'FREE1', displayName: 'X', from: undefined };
    expect(code(await createBrand(by, input, ORIGIN))).toBe('brand.name.taken');
    expect(code(await createBrand(by, { ...input, name: 'free-1', abbreviation: 'citi' }, ORIGIN))).toBe(
      'brand.abbreviation.taken'
    );
    expect(newBrandSchema.safeParse({ ...input, name: 'new' }).success).toBe(false);
  });

  test('a copy has everything but the host names', async () => {
    const by = await anAdministrator();
    const name = await aBrand(by, 'cobaltrow');
    const [copy, source] = [await shown(name), await shown('cobaltrow')];
    expect(copy).toMatchObject({ theme: source?.theme, texts: source?.texts, footer: source?.footer, hostnames: [] });
    expect([...(copy?.images.keys() ?? [])].sort()).toEqual([...(source?.images.keys() ?? [])].sort());
  });

  test('what a draft says is not shown before it is published, and then all of it', async () => {
    const by = await anAdministrator();
    const name = await aBrand(by);
    await edit(by, name, { displayName: 'Changed', 'theme/primary': '#123456', 'texts/sv/sign.in.button': 'Gå in' });
    expect((await shown(name))?.displayName).not.toBe('Changed');
    expect(await publish(by, name)).toEqual({ ok: true, value: 2 });
    const brand = await shown(name);
    expect(brand).toMatchObject({ displayName: 'Changed', theme: { primary: '#123456' } });
    expect(brand?.texts.sv?.['sign.in.button']).toBe('Gå in');
    expect((await open(by, name)).draft).toBeNull();
  });

  test('a draft may be unfinished, and then is not published', async () => {
    const by = await anAdministrator();
    const name = await aBrand(by);
    const form = { 'theme/primary': 'blue', displayName: '<script>alert(1)</script>', fssoRedirectUrl: 'javascript:x' };
    expect((await edit(by, name, form)).ok).toBe(true);
    const { content, published } = await open(by, name);
    expect(faultsOf(content).map((fault) => `${fault.field} ${fault.code}`)).toEqual(
      expect.arrayContaining([
        'theme/primary colour.invalid',
        'displayName html.not.allowed',
        'fssoRedirectUrl address.invalid'
      ])
    );
    expect((await publish(by, name)).ok).toBe(false);
    const preview = await previewBrand(by, name, content, published);
    expect(preview.displayName).toBe(published?.displayName);
  });

  test('colours below WCAG AA are refused, in the brand and in one that inherits from it', async () => {
    const by = await anAdministrator();
    const name = await aBrand(by);
    await edit(by, name, { 'theme/text': '#ffffff' });
    expect(code(await publish(by, name))).toBe('brand.contrast');
    const parent = await aBrand(by);
    const heir = await aBrand(by);
    await edit(by, heir, { parent, 'theme/onPrimary': '', 'theme/primary': '#123456' });
    expect((await publish(by, heir)).ok).toBe(true);
    // Readable in the parent, not over the heir's own dark colour.
    await edit(by, parent, { 'theme/primary': '#7a7a7a', 'theme/onPrimary': '#000000' });
    const refusal = { code: 'brand.contrast.heir', params: { brand: (await shown(heir))?.displayName } };
    expect(await publish(by, parent)).toMatchObject({ ok: false, refusal });
  });

  test('a brand can not be its own ancestor', async () => {
    const by = await anAdministrator();
    const [first, second] = [await aBrand(by), await aBrand(by)];
    await edit(by, second, { parent: first });
    expect((await publish(by, second)).ok).toBe(true);
    await edit(by, first, { parent: second });
    expect(code(await publish(by, first))).toBe('brand.parent.circle');
  });

  test('a discarded draft is gone, and what is published stays', async () => {
    const by = await anAdministrator();
    const name = await aBrand(by);
    await edit(by, name, { displayName: 'Never mind' });
    const { basis } = await open(by, name);
    expect(code(await discardDraft(by, { name, basis: '1.0' }))).toBe('brand.draft.changed');
    expect((await discardDraft(by, { name, basis })).ok).toBe(true);
    expect(await open(by, name)).toMatchObject({ draft: null, basis: '1.0' });
  });

  test('every publication is audited with its user', async () => {
    const by = await anAdministrator();
    const name = await aBrand(by);
    const entries = await database.current.query(
      'SELECT action FROM audit_entries WHERE actor_user_id = $1 AND entity_id = $2 ORDER BY sequence',
      [by.userId, name]
    );
    expect(entries).toEqual([{ action: 'brand.created' }, { action: 'brand.published' }]);
    expect(by.issuerId).not.toBe(SYSTEM_ISSUER_ID);
  });
});

describe('two people at one draft', () => {
  test('the second editor gets a message, nothing is overwritten, and the typed values are kept', async () => {
    const [ann, ben] = [await anAdministrator(), await anAdministrator()];
    const name = await aBrand(ann);
    const { basis } = await open(ben, name);
    await edit(ann, name, { displayName: 'By Ann', appName: 'Ann’s app' });
    expect(code(await edit(ben, name, { displayName: 'By Ben', mailFromName: 'Ben’s mail' }, basis))).toBe(
      'brand.conflict.title'
    );
    const brand = await open(ben, name);
    expect(brand.content.displayName).toBe('By Ann');
    const aside = await openSetAside(ben, brand);
    expect(aside?.differences).toEqual([
      { path: 'displayName', mine: 'By Ben', theirs: 'By Ann', onlyMine: false },
      expect.objectContaining({ path: 'mailFromName', mine: 'Ben’s mail', onlyMine: true })
    ]);
    expect((await resolveSetAside(ben, { name, basis: brand.basis, taken: ['mailFromName'] })).ok).toBe(true);
    const merged = (await open(ben, name)).content;
    expect(merged).toMatchObject({ displayName: 'By Ann', appName: 'Ann’s app', mailFromName: 'Ben’s mail' });
    expect(await openSetAside(ben, await open(ben, name))).toBeNull();
  });

  test('what is set aside twice is kept together', async () => {
    const [ann, ben] = [await anAdministrator(), await anAdministrator()];
    const name = await aBrand(ann);
    const { basis } = await open(ben, name);
    await edit(ann, name, { displayName: 'By Ann' });
    await edit(ben, name, { displayName: 'By Ben' }, basis);
    await edit(ben, name, { appName: 'App of Ben' }, basis);
    const aside = await openSetAside(ben, await open(ben, name));
    expect(aside?.differences.map(({ path, mine }) => [path, mine])).toEqual([
      ['appName', 'App of Ben'],
      ['displayName', 'By Ben']
    ]);
  });

  test('of many who save at once over the same draft one succeeds', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, anAdministrator));
    const name = await aBrand(people[0] as SystemAdministrator);
    const results = await Promise.all(people.map((by, n) => edit(by, name, { displayName: `Name ${n}` }, '1.0')));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test('what was published or discarded meanwhile is a conflict too', async () => {
    const [ann, ben] = [await anAdministrator(), await anAdministrator()];
    const name = await aBrand(ann);
    await edit(ann, name, { displayName: 'Soon published' });
    const { basis } = await open(ben, name);
    await publish(ann, name);
    expect(code(await edit(ben, name, { displayName: 'Late' }, basis))).toBe('brand.conflict.title');
    expect(code(await publishDraft(ben, { name, basis }, ORIGIN))).toBe('brand.draft.changed');
  });
});

describe('history', () => {
  test('keeps user, time and changes; undo publishes the old content as a new version', async () => {
    const by = await anAdministrator();
    const name = await aBrand(by);
    const first = await shown(name);
    await edit(by, name, { displayName: 'Second', 'theme/accent': '#7a1f1f' });
    await publish(by, name);
    const restored = await restoreVersion(by, { name, version: 1, current: 2 }, ORIGIN);
    expect(restored).toEqual({ ok: true, value: 3 });
    expect(await shown(name)).toMatchObject({ displayName: first?.displayName, theme: first?.theme });
    const { versions } = await brandHistory(by, name);
    expect(versions.map(({ version, restoredVersion }) => [version, restoredVersion])).toEqual([
      [3, 1],
      [2, null],
      [1, null]
    ]);
    expect(versions[1]).toMatchObject({
      publishedByName: 'Robin Example',
      changes: [
        { path: 'displayName', from: first?.displayName, to: 'Second' },
        { path: 'theme/accent', from: first?.theme.accent, to: '#7a1f1f' }
      ]
    });
  });

  test('refuses a version that the product can no longer show', async () => {
    const by = await anAdministrator();
    const name = await aBrand(by);
    const texts = JSON.stringify({ sv: { 'no.such.key': 'x' } });
    await database.current.query(
      `INSERT INTO brand_versions (brand_name, version, content, published_at)
       SELECT brand_name, 2, jsonb_set(content, '{texts}', $2), now() FROM brand_versions WHERE brand_name = $1`,
      [name, texts]
    );
    const restored = await restoreVersion(by, { name, version: 2, current: 2 }, ORIGIN);
    expect(restored).toMatchObject({ ok: false, refusal: { code: 'text.key.unknown' } });
  });

  test('refuses undo over a draft, and over a version published meanwhile', async () => {
    const by = await anAdministrator();
    const name = await aBrand(by);
    await edit(by, name, { displayName: 'Second' });
    await publish(by, name);
    expect(code(await restoreVersion(by, { name, version: 1, current: 1 }, ORIGIN))).toBe('brand.draft.changed');
    await edit(by, name, { displayName: 'Third' });
    expect(code(await restoreVersion(by, { name, version: 1, current: 2 }, ORIGIN))).toBe('brand.restore.draft');
  });
});

describe('archive', () => {
  test('hides a brand, keeps everything of it, and brings it back', async () => {
    const by = await anAdministrator();
    const name = await aBrand(by);
    expect((await archiveBrand(by, { name, archived: true }, ORIGIN)).ok).toBe(true);
    expect(await shown(name)).toBeNull();
    expect(code(await edit(by, name, { displayName: 'No' }))).toBe('brand.archived');
    expect((await archiveBrand(by, { name, archived: false }, ORIGIN)).ok).toBe(true);
    expect((await shown(name))?.name).toBe(name);
  });

  test('refuses the default brand, and one that others inherit from', async () => {
    const by = await anAdministrator();
    expect(code(await archiveBrand(by, { name: 'tessera', archived: true }, ORIGIN))).toBe('brand.archive.default');
    expect(code(await archiveBrand(by, { name: 'eschenthal', archived: true }, ORIGIN))).toBe('brand.archive.heirs');
  });
});

describe('host names', () => {
  const resolved = async (hostname: string) => {
    await rereadBrands();
    return (await resolveBrand({ hostname, cobrandHost: null })).name;
  };

  test('a host name leads nowhere until its DNS record is found', async () => {
    const by = await anAdministrator();
    const brandName = await aBrand(by);
    const hostname = hostnameSchema.parse(`Cards.${brandName}.Example `);
    expect((await addHostname(by, { brandName, hostname }, ORIGIN)).ok).toBe(true);
    expect(await resolved(hostname)).toBe('tessera');
    expect(code(await verifyHostname(by, { brandName, hostname }, ORIGIN))).toBe('hostname.record.missing');
    const [pending] = await brandHostnames(by, brandName);
    const record = pending?.record as { name: string; value: string };
    dns.records.set(record.name, ['some=other', record.value.slice(0, -1)]);
    expect(code(await verifyHostname(by, { brandName, hostname }, ORIGIN))).toBe('hostname.record.missing');
    expect(await resolved(hostname)).toBe('tessera');
    dns.records.set(record.name, ['some=other', record.value]);
    expect((await verifyHostname(by, { brandName, hostname }, ORIGIN)).ok).toBe(true);
    expect(await resolved(hostname)).toBe(brandName);
    await removeHostname(by, { brandName, hostname }, ORIGIN);
    expect(await resolved(hostname)).toBe('tessera');
  });

  test('belongs to one brand, and must be a host name', async () => {
    const by = await anAdministrator();
    const brandName = await aBrand(by);
    expect(code(await addHostname(by, { brandName, hostname: 'norrvik.localhost' }, ORIGIN))).toBe('hostname.taken');
    for (const bad of ['', 'a b', 'https://x.example', 'x.example/y', '*.example', '-x.example']) {
      expect([bad, hostnameSchema.safeParse(bad).success]).toEqual([bad, false]);
    }
  });
});

describe('texts of a brand', () => {
  test.each([
    ['Code for {app}, {minutes} minutes', 'mail.otp.text', undefined],
    ['No placeholders', 'mail.otp.text', 'text.placeholders'],
    ['{app} {minutes} {more}', 'mail.otp.text', 'text.placeholders'],
    ['{app', 'mail.otp.text', 'text.malformed'],
    ['{count, plural, other {#}}', 'error.count', 'text.plurals']
  ])('%s for %s: %s', (text, key, expected) => {
    const reference = findTexts('en_US', {}, { search: '', footer: {} }).find((entry) => entry.key === key)
      ?.text as string;
    expect(messageFault(text, reference, 'en_US')).toBe(expected);
  });

  test('plurals need the categories of the language', () => {
    const reference = '{count, plural, one {# day} other {# days}}';
    expect(messageFault(reference, reference, 'pl')).toBe('text.plurals');
    expect(messageFault('{count, plural, other {# 日}}', reference, 'ja')).toBeUndefined();
  });

  test('only known keys are taken, and the search finds key and wording', async () => {
    const by = await anAdministrator();
    const name = await aBrand(by);
    await edit(by, name, {
      'texts/sv/no.such.key': 'x',
      'texts/xx/sign.in.button': 'x',
      'texts/sv/brand.studio.title': 'x'
    });
    expect((await open(by, name)).draft).toBeNull();
    expect(findTexts('en_US', {}, { search: 'forgot', footer: {} }).length).toBeGreaterThan(0);
    expect(findTexts('sv', { 'sign.in.button': 'Gå in' }, { search: '', footer: {} })[0]).toMatchObject({
      key: 'sign.in.button',
      own: 'Gå in'
    });
  });

  test('P3.016 the footer can be worded in single languages, and what a brand says is before what its parent says', async () => {
    const by = await anAdministrator();
    const parent = await aBrand(by);
    await edit(by, parent, {
      'footer/copyrightMessage': '© Bank',
      'footer/poweredBy': 'Powered by Bank',
      'footer/footerMessage': '',
      'footer/privacyPolicyUrl': 'https://bank.example/privacy',
      'texts/sv/footer.copyrightMessage': '© Banken {AB}',
      'texts/sv/footer.privacy.policy': 'Så skyddar vi dig',
      'texts/fi/footer.footerMessage': 'Pankki'
    });
    expect(faultsOf((await open(by, parent)).content)).toEqual([]);
    expect(await publish(by, parent)).toEqual({ ok: true, value: 2 });
    const child = await aBrand(by);
    await edit(by, child, {
      parent,
      'footer/footerMessage': '',
      'footer/copyrightMessage': '© Child',
      'texts/fi/footer.copyrightMessage': '© Lapsi'
    });
    await publish(by, child);
    const footers = async (name: string) => {
      const brand = (await shown(name)) as Brand;
      return (['en_US', 'sv', 'fi'] as const).map((locale) => {
        const { copyrightMessage, privacyPolicy, footerMessage, poweredBy } = footerIn(brand, locale);
        return [copyrightMessage, privacyPolicy, footerMessage, poweredBy];
      });
    };
    expect(await footers(parent)).toEqual([
      ['© Bank', undefined, undefined, 'Powered by Bank'],
      ['© Banken {AB}', 'Så skyddar vi dig', undefined, 'Powered by Bank'],
      ['© Bank', undefined, 'Pankki', 'Powered by Bank']
    ]);
    expect(await footers(child)).toEqual([
      ['© Child', undefined, undefined, 'Powered by Bank'],
      ['© Child', 'Så skyddar vi dig', undefined, 'Powered by Bank'],
      ['© Lapsi', undefined, 'Pankki', 'Powered by Bank']
    ]);
    const [found] = findTexts('sv', {}, { search: 'footer.copyrightMessage', footer: { copyrightMessage: '© Bank' } });
    expect(found).toEqual({ key: 'footer.copyrightMessage', text: '© Bank', own: undefined });
  });

  test('a wrong placeholder keeps a draft from being published', async () => {
    const by = await anAdministrator();
    const name = await aBrand(by);
    await edit(by, name, { 'texts/sv/mail.otp.text': 'Utan' });
    expect(await publish(by, name)).toMatchObject({
      refusal: { code: 'text.placeholders', field: 'texts/sv/mail.otp.text' }
    });
  });
});

test('fields by path and back are the same content', async () => {
  const by = await anAdministrator();
  for (const name of ['cobaltrow', 'wexenholt', 'brunnegg']) {
    const { content } = await open(by, name);
    expect(contentOf(leavesOf(content))).toEqual(content);
    expect(changesBetween(content, content)).toEqual([]);
  }
});

test('the list searches, filters and goes on by page', async () => {
  const by = await anAdministrator();
  const name = await aBrand(by);
  const list = (query: object) => listBrands(by, listQuerySchema.parse(query));
  expect((await list({ search: name })).brands).toMatchObject([{ name, state: 'published' }]);
  await edit(by, name, { displayName: '100% Search_me' });
  expect((await list({ search: '100% search_' })).brands).toMatchObject([{ name, state: 'changed' }]);
  expect((await list({ search: 'norrvik.localhost' })).brands).toMatchObject([{ name: 'norrvik' }]);
  expect((await list({ state: 'new', search: name })).brands).toEqual([]);
  const first = await list({});
  const second = await list({ after: first.next });
  expect(first.total).toBe(second.total);
  expect(first.brands).toHaveLength(25);
  expect(second.brands.some((brand) => first.brands.some(({ name }) => name === brand.name))).toBe(false);
});

test.each([
  ['<svg xmlns="http://www.w3.org/2000/svg"><path fill="url(#a)" d="M0 0"/></svg>', undefined],
  ['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'image.active'],
  ['<svg xmlns="http://www.w3.org/2000/svg"><g onload="alert(1)"/></svg>', 'image.active'],
  ['<svg xmlns="http://www.w3.org/2000/svg"><image href="https://x.example/y.png"/></svg>', 'image.active'],
  ['<svg xmlns="http://www.w3.org/2000/svg"><foreignObject><p/></foreignObject></svg>', 'image.active'],
  ['<svg xmlns="http://www.w3.org/2000/svg"><style>@import "https://x.example"</style></svg>', 'image.active'],
  ['<svg xmlns="http://www.w3.org/2000/svg"><g style="fill:u&#x72;l(https://x.example/y)"/></svg>', 'image.active'],
  ['<svg xmlns="http://www.w3.org/2000/svg"><style>@im&#112;ort "https://x.example"</style></svg>', 'image.active'],
  ['<svg xmlns="http://www.w3.org/2000/svg"><g style="fill:\\75rl(https://x.example/y)"/></svg>', 'image.active'],
  ['<svg xmlns="http://www.w3.org/2000/svg"><title>R &#38; D</title><path d="M0 0"/></svg>', undefined],
  ['<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg"/>', 'image.not.svg'],
  ['<html/>', 'image.not.svg'],
  ['nothing', 'image.not.svg']
])('F-18 an uploaded logo: %s is %s', (text, expected) => {
  expect(imageFault('image/svg+xml', Buffer.from(text))).toBe(expected);
  expect(imageFault('image/png', Buffer.from(text))).toBe('image.not.png');
  expect(imageFault('image/jpeg', Buffer.from(text))).toBe('image.not.jpeg');
});

test('a photograph may be the picture beside a sign-in', () => {
  expect(imageFault('image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0]))).toBeUndefined();
  expect(imageFault('image/png', Buffer.from([0xff, 0xd8, 0xff, 0xe0]))).toBe('image.not.png');
  expect(imageFault('image/jpeg', Buffer.alloc(131_073, 0xff))).toBe('image.too.large');
});
