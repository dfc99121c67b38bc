import pino from 'pino';
import type { Principal } from '@/lib/access/policy/principal';
import { jobHandlers } from '@/lib/composition/process/job-handlers';
import { outboxHandlers } from '@/lib/composition/process/outbox-handlers';
import { transaction } from '@/lib/core/database/database';
import { translator } from '@/lib/core/language/texts';
import { log } from '@/lib/core/server/log';
import { workOnce } from '@/lib/core/server/outbox';
import { protectCardNumber } from '@/lib/directory/structure/card-number';
import { exportCsv } from '@/lib/kit/listing/export';
import type { Listing } from '@/lib/kit/listing/listing';
import { readQuery } from '@/lib/kit/listing/query';
import { plainCsv } from '@/lib/money/feeds/layouts/plain-csv';
import { startWaitingFeeds } from '@/lib/money/feeds/waiting-feeds';
import { chargeCard, settleCharge } from '@/lib/money/processor/desk';
import { AUTHORIZATIONS } from '@/lib/money/purchasing/authorizations/listing';
import { VIRTUAL_CARDS } from '@/lib/money/purchasing/card-lists';
import { submitRequest } from '@/lib/money/purchasing/change-state';
import { approveRequest } from '@/lib/money/purchasing/decide-request';
import { PURCHASE_REQUESTS } from '@/lib/money/purchasing/listing';
import { seenRequest } from '@/lib/money/purchasing/requests';
import { revealCard } from '@/lib/money/purchasing/reveal-card';
import { openLink, showCard } from '@/lib/money/suppliers/links/open-link';
import { sendLink } from '@/lib/money/suppliers/links/send-link';
import { SUPPLIER_ORDERS } from '@/lib/money/suppliers/orders-listing';
import { TRANSACTIONS } from '@/lib/money/transactions/listing';
import { aCardNumber } from '../support/card-numbers';
import { aMapping } from '../support/feeds/world';
import { working } from '../support/jobs';
import { anExport, fileOf } from '../support/ledger';
import { linkIn, type Mailbox, startMailbox } from '../support/mailbox';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { anOffer, aRequest, type Offered } from '../support/purchasing';
import { granted } from '../support/results';
import { aRecord, recordsOf } from '../support/setup';
import { aBrand } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';
import { until } from '../support/until';

const world = useDatabase();
const run = <Row extends Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  world.current.query<Row>(sql, values);

const PASSPHRASE = 'blue whale 1851';
const WRONG = 'red herring 1984';
const TODAY = new Date().toISOString().slice(0, 10);
/** Whatever is logged, line by line, as it would stand in the log of a server. */
const logged: string[] = [];
let mailbox: Mailbox;
let issuer: StructureNode;
let company: StructureNode;
let buyer: Principal;
let approver: Principal;
let administrator: Principal;
let reader: Principal;
let accountNumber: string;

beforeAll(async () => {
  mailbox = await startMailbox();
  process.env.SMTP_URL = mailbox.url;
  const lines = (log as unknown as Record<symbol, { write(line: string): void }>)[pino.symbols.streamSym];
  if (!lines) throw new Error('the log has no stream');
  jest.spyOn(lines, 'write').mockImplementation((line: string) => void logged.push(line));
  log.level = 'trace';
  await aBrand();
  issuer = await anIssuer(world.current);
  company = await aCompany(world.current, issuer);
  const place = await anOrgPoint(world.current, company);
  const account = await anAccount(world.current, place, { currency: 'NOK' });
  accountNumber = aCardNumber();
  const { cardNumberEncrypted, cardNumberHash } = protectCardNumber(issuer.id, account.id, accountNumber);
  await run('UPDATE accounts SET card_number_encrypted = $2, card_number_hash = $3 WHERE id = $1', [
    ...[account.id, Buffer.from(cardNumberEncrypted), Buffer.from(cardNumberHash)]
  ]);
  await aMapping({ principal: await aPrincipalAt(world.current, 'I', issuer) }, plainCsv.layout);
  const authorities = ['authorization_activity.view', 'purchase_requests.view'];
  administrator = await aPrincipalAt(world.current, 'C', company);
  reader = await aPrincipalAt(world.current, 'C', company, { authorities });
  approver = await aPrincipalAt(world.current, 'O', place);
  buyer = await aPrincipalAt(world.current, 'A', account);
});
afterAll(async () => {
  log.level = 'silent';
  jest.restoreAllMocks();
  await mailbox.close();
});

/** Works on everything that waits, also what is repeated later, until every feed and job has ended. */
async function worked(): Promise<void> {
  const work = async () => {
    await run(`UPDATE outbox SET available_at = now() WHERE status = 'queued'`);
    while (await workOnce(outboxHandlers));
  };
  await work();
  await working(jobHandlers, () =>
    until(async () => {
      await startWaitingFeeds();
      const [left] = await run<{ n: number }>(
        `SELECT (SELECT count(*) FROM jobs WHERE status IN ('queued', 'processing'))
           + (SELECT count(*) FROM feeds WHERE job_id IS NULL) AS n`
      );
      return Number(left?.n) === 0;
    })
  );
  await work();
}

async function anApproved(offered: Offered): Promise<string> {
  const id = await aRequest(buyer, offered);
  granted(await submitRequest(buyer, { id, version: 1 }, ORIGIN));
  const version = (await seenRequest(buyer, id))?.version ?? 0;
  granted(await approveRequest(approver, { id, version }, 'As agreed', ORIGIN));
  return id;
}

async function csvOf(listing: Listing): Promise<string> {
  const columns = Object.keys(listing.columns).join(',');
  const stream = await exportCsv(
    listing === TRANSACTIONS ? administrator : reader,
    listing,
    readQuery(listing, { columns }),
    translator('en_US'),
    ORIGIN
  );
  if (!stream) throw new Error(`no export of ${listing.name}`);
  return new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).text();
}

/** Every row of every table as text, as a dump of the database has it. */
async function dump(): Promise<string> {
  const tables = await run<{ name: string }>(
    "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'"
  );
  expect(tables.length).toBeGreaterThan(50);
  const rows: string[] = [];
  for (const { name } of tables)
    for (const { row } of await run<{ row: string }>(`SELECT t::text AS row FROM ${name} t`))
      rows.push(`${name} ${row}`);
  return rows.join('\n');
}

/** The ways in which a text could be written: as it is, in groups of four, in hexadecimal, in Base64. */
const waysOf = (text: string) => [
  ...[text, text.match(/.{1,4}/g)?.join(' ') ?? text, Buffer.from(text).toString('hex')],
  Buffer.from(text).toString('base64').replace(/=+$/, '')
];

test('F-4 C9.009 C1.006 C3.021 after a walk from approval to export, no number, code, passphrase or link is found in tables, logs, mails, audit or files', async () => {
  const secrets = new Set([accountNumber, PASSPHRASE, WRONG]);
  const integrator = await aRecord(administrator, 'integrator', recordsOf(company), {
    name: 'Ledger hub',
    delivery: 'mail',
    mailbox: 'hub@rivet.example'
  });
  const supplier = { name: 'Nordlys Hotell', emails: 'orders@nordlys.example', language: 'ja' };
  const linked = await anApproved(await anOffer(administrator, company, { supplier }));
  const paid = await anApproved(
    await anOffer(administrator, company, {
      supplier: { name: 'Rivet Tools', emails: 'orders@rivet.example', straightThrough: true, integrator }
    })
  );

  // The supplier is told; the mail server takes no mail at first, which is logged and repeated.
  const addressOf = async () => 'https://cards.example/sdportal/supplier-card-component?x=y';
  granted(await sendLink(buyer, linked, { passphrase: PASSPHRASE, addressOf }, ORIGIN));
  mailbox.onData = async (mail) => Object.assign(new Error(`not now: ${mail.text}`), { responseCode: 451 });
  await worked();
  mailbox.onData = null;
  await worked();
  const sent = mailbox.received.find(({ recipients }) => recipients.includes('orders@nordlys.example'));
  const token = sent ? (linkIn(sent).searchParams.get('token') ?? '') : '';
  expect(token).toMatch(/^[\w-]{43}$/);

  // It guesses wrong, opens the link, sees the card twice; the other card's number is read too.
  expect(await openLink(token, WRONG, ORIGIN)).toBeNull();
  const order = await openLink(token, PASSPHRASE, ORIGIN);
  const { card } = (await showCard(token, order?.proof ?? '', ORIGIN)) ?? {};
  await showCard(token, order?.proof ?? '', ORIGIN);
  const other = await transaction((tx) => revealCard(tx, { issuerId: issuer.id, id: paid }));
  if (!card || !other) throw new Error('no card');
  for (const { number } of [card, other]) secrets.add(number);

  // Purchases, one of them declined; a clearing; its transaction; what an accountant takes along.
  const charge = async (amount: string) =>
    granted(
      await chargeCard(buyer, linked, { amount, merchant: 'HOTEL NORD', merchantId: null, category: '7011' }, ORIGIN)
    );
  const one = await charge('200.00');
  expect([one.approved, (await charge('900.00')).approved]).toEqual([true, false]);
  granted(
    await settleCharge(buyer, { requestId: linked, chargeId: one.id }, { course: 'book', amount: '200.00' }, ORIGIN)
  );
  await worked();
  await run(
    `UPDATE transactions SET state = 'approved', reviewed_at = now(), reviewed_by = $2, approved_at = now(), approved_by = $2
     WHERE issuer_id = $1`,
    [issuer.id, approver.userId]
  );
  const taken = await anExport(administrator, company.id, { from: TODAY, to: TODAY });
  await worked();
  const lists = [PURCHASE_REQUESTS, VIRTUAL_CARDS, AUTHORIZATIONS, SUPPLIER_ORDERS, TRANSACTIONS];
  const files = [(await fileOf(administrator, taken)).text, ...(await Promise.all(lists.map(csvOf)))].join('\n');

  const tables = await dump();
  const [log, mails] = [logged.join('\n'), JSON.stringify(mailbox.received)];
  const attached = mailbox.received.flatMap(({ attachments }) =>
    attachments.map(({ content }) => (typeof content === 'string' ? content : new TextDecoder().decode(content)))
  );
  // What is searched has what the walk has left.
  expect(tables).toContain('Nordlys Hotell');
  expect(log).toContain('a side effect did not happen');
  expect(mailbox.received.map(({ recipients }) => recipients[0])).toEqual(
    expect.arrayContaining(['orders@nordlys.example', 'orders@rivet.example', 'hub@rivet.example'])
  );
  expect(attached.join('\n')).toContain('payment.sent');
  expect(files).toContain('HOTEL NORD');
  const places = { tables, log, mails, attached: attached.join('\n'), files };
  const found = Object.entries(places).flatMap(([place, text]) => {
    const sought = place === 'mails' ? [...secrets] : [...secrets, token, order?.proof ?? token];
    return sought.filter((secret) => waysOf(secret).some((way) => text.includes(way))).map((secret) => [place, secret]);
  });
  expect(found).toEqual([]);

  // Three digits stand everywhere; as a value of their own they would be a code.
  const audit = await run(`SELECT details::text AS details FROM audit_entries WHERE issuer_id = $1`, [issuer.id]);
  for (const { code } of [card, other])
    for (const text of [JSON.stringify(audit).replaceAll('\\', ''), log, mails])
      expect(text).not.toMatch(new RegExp(`"(code|cvc|securityCode)": ?"?${code}|"${code}"`));
});
