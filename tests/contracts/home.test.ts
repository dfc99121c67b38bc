import type { Principal } from '@/lib/access/policy/principal';
import { LISTS } from '@/lib/composition/process/lists';
import { closeDatabase } from '@/lib/core/database/database';
import { translator } from '@/lib/core/language/texts';
import { messageSchema } from '@/lib/kit/inbox/schema';
import { sendMessage } from '@/lib/kit/inbox/send-message';
import { definitionSchema } from '@/lib/kit/reports/definition';
import { createReport } from '@/lib/kit/reports/save-report';
import { submitRequest } from '@/lib/money/purchasing/change-state';
import { aReportOf } from '../support/expense-reports';
import { ORIGIN } from '../support/module-world';
import { PASSWORD } from '../support/people';
import type { PortalClient } from '../support/portal-client';
import { principalFor } from '../support/principal';
import { anOffer, aRequest } from '../support/purchasing';
import { granted } from '../support/results';
import { TEST_SECRET } from '../support/server';
import { useServer } from '../support/server-world';
import { withSetting } from '../support/settings';
import {
  aCompany,
  anAccount,
  anIssuer,
  anOrgPoint,
  aUserAt,
  type PlacedPerson,
  type StructureNode
} from '../support/structure';
import { aTransaction } from '../support/transactions';

// The commands of this file work on the database of its server.
afterAll(closeDatabase);
const world = useServer();
const t = translator('en_US');
let company: StructureNode;
let account: StructureNode;
let owner: PlacedPerson;
let administrator: PlacedPerson;
let A: Principal;
let C: Principal;

beforeAll(async () => {
  const db = world.database;
  const settings = { DATABASE_URL: db.url, TESSERA_SECRET: TEST_SECRET, TESSERA_MODE: 'development' };
  Object.assign(process.env, { ...settings, LOG_LEVEL: 'silent' });
  company = await aCompany(db, await anIssuer(db), { name: 'Larch Works' });
  account = await anAccount(db, await anOrgPoint(db, company));
  owner = await aUserAt(db, 'A', account);
  administrator = await aUserAt(db, 'C', company);
  [A, C] = [await principalFor(db, owner), await principalFor(db, administrator)];
});

async function signedIn({ userId }: PlacedPerson): Promise<PortalClient> {
  const client = world.client();
  expect((await client.signIn(userId, PASSWORD)).status).toBe(200);
  return client;
}

const visible = (html: string) =>
  html
    .replace(/<!-- -->/g, '')
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();
const page = async (client: PortalClient, path: string) => {
  const answer = await client.call(path, { headers: { 'Accept-Language': 'en-US' } });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer;
};
/** What a page says, also what was sent after the rest of it. */
const shown = async (client: PortalClient, path: string) => visible((await page(client, path)).body);
const section = (html: string, className: string) =>
  new RegExp(`<section class="[^"]*${className}[^"]*"[\\s\\S]*?</section>`).exec(html)?.[0] ?? '';

/** The totals of a home page: what waits, and the address that it opens. */
const totalsOf = (html: string) =>
  [...html.matchAll(/<li class="home-task[\s\S]*?<\/li>/g)].map(([line]) => ({
    says: visible(/<p id="waiting-[^>]*>[\s\S]*?<\/p>/.exec(line)?.[0] ?? ''),
    href: (/href="([^"]+)"/.exec(line)?.[1] ?? '').replaceAll('&amp;', '&')
  }));

test('C2.052 C2.053 C2.053D the totals of the home page are what the lists count that they open', async () => {
  const db = world.database;
  for (const amount of ['10.00', '20.50', '30.25']) await aTransaction(db, account, { amount, postingDate: today() });
  await aTransaction(db, account, { state: 'approved', amount: '5.00', postingDate: today() });
  for (let n = 0; n < 2; n++) await aReportOf(A, account);
  const id = await aRequest(A, await anOffer(C, company));
  granted(await submitRequest(A, { id, version: 1 }, ORIGIN));
  const client = await signedIn(owner);
  const home = (await page(client, '/workspace')).body;
  const totals = totalsOf(home);
  expect(totals).toEqual(
    expect.arrayContaining([
      { says: `3 ${t('home.task.review', { count: 3 })}`, href: '/workspace/transactions?state=open' },
      { says: `2 ${t('home.task.reports.open', { count: 2 })}`, href: '/workspace/expense-reports?status=saved' },
      {
        says: `1 ${t('home.task.purchases.pending', { count: 1 })}`,
        href: '/workspace/purchase-requests?state=pending&mine=true'
      }
    ])
  );
  for (const { says, href } of totals.filter(({ href }) => href.includes('?'))) {
    const count = Number(/^\d+/.exec(says)?.[0]);
    expect(await shown(client, href)).toContain(t('listing.count', { count }));
  }
  // This month's spending, all of it, whatever was decided.
  const spend = section(home, 'home-spend');
  const spent = /<a[^>]*href="([^"]+)"/.exec(spend)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(visible(spend)).toContain('65.75');
  const list = await shown(client, spent);
  expect(list).toContain(t('listing.count', { count: 4 }));
  expect(list).toContain('65.75');
  // Somebody else counts what they decide on.
  const deciding = await signedIn(administrator);
  const theirs = totalsOf((await page(deciding, '/workspace')).body);
  const purchases = theirs.find(({ says }) => says === `1 ${t('home.task.purchases', { count: 1 })}`);
  expect(await shown(deciding, purchases?.href ?? '')).toContain(t('listing.count', { count: 1 }));
});

test('C2.051 C2.054 a company that is opened heads the recent items, and a new message is on the home page', async () => {
  const client = await signedIn(administrator);
  const opened = [account, company].map(({ id }) => `/workspace/structure/${id}`);
  for (const path of opened) await page(client, path);
  const message = { nodeId: company.id, roles: [], subject: 'New limits from May', body: 'Read on.' };
  const days = { firstDay: '2026-01-01', lastDay: '' };
  granted(await sendMessage(C, messageSchema.parse({ ...message, mustConfirm: false, ...days }), ORIGIN));
  const home = (await page(client, '/workspace')).body;
  const recent = [...section(home, 'home-recent').matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
  expect(recent.slice(0, 2)).toEqual([...opened].reverse());
  expect(visible(section(home, 'home-inbox'))).toContain('New limits from May');
  expect(section((await page(await signedIn(owner), '/workspace')).body, 'home-inbox')).toContain(
    'New limits from May'
  );
});

test('C9.043 C9.043D a list of requests says that more match than it shows', async () => {
  const db = world.database;
  const { issuerId } = company;
  const client = await signedIn(owner);
  const offered = await anOffer(C, company);
  for (let n = 0; n < 101; n++) await aRequest(A, offered);
  const asked = () => shown(client, '/workspace/purchase-requests');
  const cut = t('listing.cut', { count: 100 });
  expect(await asked()).not.toContain(cut);
  await withSetting(db, { issuerId }, 'purchase.request.results', 100);
  const capped = await asked();
  expect(capped).toContain(cut);
  expect(capped).toContain(t('listing.count', { count: 100 }));
});

test('C8.029 C8.029D the preview of a report says that it has more rows than a screen may show', async () => {
  const db = world.database;
  const other = await anAccount(db, company);
  for (let n = 0; n < 11; n++) await aTransaction(db, other, { merchant: `Eleven ${n}` });
  const columns = ['merchantName', 'billedAmount'];
  const definition = definitionSchema.parse({ dataSet: 'transactions', columns, query: 'merchantName=Eleven' });
  const id = granted(await createReport(LISTS, C, { name: 'Eleven', definition }, ORIGIN));
  const client = await signedIn(administrator);
  const preview = () => shown(client, `/workspace/reports/${id}`);
  const said = t('report.rows.many', { count: 11, most: 10 });
  expect(said).toMatch(/selected too many transactions\/records.*\b11\b.*\b10\b/);
  expect(await preview()).not.toContain('selected too many');
  await withSetting(db, { issuerId: company.issuerId }, 'report.rows.screen', 10);
  expect(await preview()).toContain(`${said} ${t('report.preview.file')}`);
});

/** The day of now, which is this month's for the server too. */
function today(): string {
  return new Date().toISOString().slice(0, 10);
}
