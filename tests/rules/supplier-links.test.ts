import type { Principal } from '@/lib/access/policy/principal';
import type { Brand } from '@/lib/brand/brands/directory';
import { outboxHandlers } from '@/lib/composition/process/outbox-handlers';
import { shiftClock } from '@/lib/core/server/clock';
import { type OutboxHandlers, workOnce } from '@/lib/core/server/outbox';
import { inboxOf } from '@/lib/kit/inbox/inbox';
import { listCount } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { cancelRequest, submitRequest } from '@/lib/money/purchasing/change-state';
import { approveRequest } from '@/lib/money/purchasing/decide-request';
import { seenRequest } from '@/lib/money/purchasing/requests';
import { MOST_SHOWN } from '@/lib/money/suppliers/links/limits';
import { linkOf } from '@/lib/money/suppliers/links/links';
import { declineLink, openLink, showCard } from '@/lib/money/suppliers/links/open-link';
import { passphraseSchema } from '@/lib/money/suppliers/links/passphrase';
import { sendLink, withdrawLink } from '@/lib/money/suppliers/links/send-link';
import { SUPPLIER_ORDERS } from '@/lib/money/suppliers/orders-listing';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { anOffer, aRequest } from '../support/purchasing';
import { queuedMails } from '../support/queued-mail';
import { granted } from '../support/results';
import { aBrand } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';

const world = useDatabase();
const run = <Row extends Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  world.current.query<Row>(sql, values);

const SAID = 'blue whale 1851';
const MAIL = 'orders@supplier.example';
let issuer: StructureNode;
let buyer: Principal;
let other: Principal;
let id: string;

const addressOf = async (brand: Brand) =>
  `https://cards.example/sdportal/supplier-card-component?cobrandHost=${brand.name}`;
const send = (by = buyer, passphrase: string | null = null) => sendLink(by, id, { passphrase, addressOf }, ORIGIN);

beforeAll(aBrand);
beforeEach(async () => {
  issuer = await anIssuer(world.current);
  const company = await aCompany(world.current, issuer);
  const place = await anOrgPoint(world.current, company);
  buyer = await aPrincipalAt(world.current, 'A', await anAccount(world.current, place, { currency: 'NOK' }));
  other = await aPrincipalAt(world.current, 'C', company);
  const offered = await anOffer(other, company, { supplier: { name: 'Nordlys Hotell', emails: MAIL, language: 'ja' } });
  const invoices = 'INV-1; 2026-11-30; 250; PO-7\nCN-2; 2026-12-01; -10';
  id = await aRequest(buyer, offered, { invoices });
  granted(await submitRequest(buyer, { id, version: 1 }, ORIGIN));
  const approver = await aPrincipalAt(world.current, 'O', place);
  granted(await approveRequest(approver, { id, version: (await seenRequest(buyer, id))?.version ?? 0 }, null, ORIGIN));
});
afterEach(() => shiftClock(0));

/** The token in the latest mail to the supplier. */
async function tokenMailed(): Promise<string> {
  const mail = (await queuedMails(world.current, MAIL)).at(-1);
  return new URL(String(mail?.params.address)).searchParams.get('token') ?? '';
}

/** A link that the supplier got. */
async function aLink(): Promise<string> {
  granted(await send(buyer, SAID));
  return tokenMailed();
}

const open = (token: string, said = SAID) => openLink(token, said, ORIGIN);
const state = async () => (await linkOf({ issuerId: issuer.id, id }))?.state;
const DAY = 86_400_000;

describe('C1.006 C3.020 C5.146 a supplier sees the card of a request by a link and a passphrase', () => {
  test('C3.072 C3.073 C5.146 the mail goes to the address of the supplier, in its language, and has nothing of the card', async () => {
    const token = await aLink();
    expect(token).toMatch(/^[\w-]{43}$/);
    const mail = (await queuedMails(world.current, MAIL)).at(-1);
    expect(mail).toMatchObject({ template: 'supplier_link', locale: 'ja', params: { number: 'PR-000001', days: 14 } });
    expect(String(mail?.params.address)).toContain('locale=ja');
    const [card] = await run<{ digits: string }>('SELECT last_four AS digits FROM virtual_cards WHERE issuer_id = $1', [
      issuer.id
    ]);
    expect(JSON.stringify({ ...mail, params: { ...mail?.params, address: '' } })).not.toContain(card?.digits);
  });

  test('C1.006 it is opened, shown and counted, and the buyer sees it; the supplier declines with a reason', async () => {
    const token = await aLink();
    expect(await linkOf({ issuerId: issuer.id, id })).toMatchObject({ state: 'sent', shown: 0, openedAt: null });
    const order = await open(token);
    expect(order).toMatchObject({ number: 'PR-000001', limit: '500.00', currency: 'NOK', lines: [{ quantity: '2' }] });
    expect(order?.invoices).toEqual([
      { number: 'INV-1', date: '2026-11-30', amount: '250.00', orderNumber: 'PO-7' },
      { number: 'CN-2', date: '2026-12-01', amount: '-10.00', orderNumber: null }
    ]);
    expect(JSON.stringify(order)).not.toMatch(/99\d{14}/);
    for (const shown of [1, 2]) {
      const { card } = (await showCard(token, order?.proof ?? '', ORIGIN)) ?? {};
      expect(card).toMatchObject({
        number: expect.stringMatching(/^99\d{14}$/),
        code: expect.stringMatching(/^\d{3}$/)
      });
      expect(await linkOf({ issuerId: issuer.id, id })).toMatchObject({ state: 'opened', shown });
    }
    expect(await declineLink(token, order?.proof ?? '', 'Sold out', ORIGIN)).toBe(true);
    expect(await linkOf({ issuerId: issuer.id, id })).toMatchObject({ state: 'declined', reason: 'Sold out' });
    expect(await open(token)).toBeNull();
    const acts = await run<{ action: string }>(
      "SELECT action FROM audit_entries WHERE issuer_id = $1 AND action LIKE 'supplier_%' ORDER BY sequence",
      [issuer.id]
    );
    expect(acts.map(({ action }) => action)).toEqual([
      ...['supplier_passphrase.set', 'supplier_link.sent', 'supplier_link.opened', 'supplier_link.shown'],
      ...['supplier_link.shown', 'supplier_link.declined']
    ]);
  });

  test('C1.006 a link that is sent again ends the one before; withdrawn it leads nowhere', async () => {
    const first = await aLink();
    granted(await send());
    const second = await tokenMailed();
    expect([await open(first), (await open(second)) !== null]).toEqual([null, true]);
    granted(await withdrawLink(buyer, id, ORIGIN));
    expect([await open(second), await state()]).toEqual([null, 'withdrawn']);
  });

  test('C1.006 it ends after 14 days, and with its request', async () => {
    const token = await aLink();
    shiftClock(14 * DAY);
    expect([await open(token), await state()]).toEqual([null, 'expired']);
    shiftClock(0);
    const [card] = await run<{ digits: string }>('SELECT last_four AS digits FROM virtual_cards WHERE issuer_id = $1', [
      issuer.id
    ]);
    const version = (await seenRequest(buyer, id))?.version ?? 0;
    granted(await cancelRequest(buyer, { id, version }, card?.digits ?? '', ORIGIN));
    expect(await open(token)).toBeNull();
  });
});

describe('C1.006 the buyer is told', () => {
  const told = async () =>
    (await inboxOf(buyer, { view: 'all' })).map(({ kind, params }) => [kind, params]).toReversed();
  const of = { number: 'PR-000001', supplier: 'Nordlys Hotell' };
  const OPENED = ['purchase.link.opened', of];

  /** Notices reach the inbox; the mails of everything stay where the tests read them. */
  async function notify(): Promise<void> {
    const { 'inbox.notice': notices } = outboxHandlers;
    await run(`UPDATE outbox SET available_at = 'infinity' WHERE topic <> 'inbox.notice'`);
    while (await workOnce({ 'inbox.notice': notices } as OutboxHandlers));
  }

  beforeEach(async () => {
    await notify();
    await run('DELETE FROM inbox_notices WHERE issuer_id = $1', [issuer.id]);
  });

  test('C1.006 when the link is opened for the first time, also where it is opened at once from two places', async () => {
    const token = await aLink();
    await Promise.all([open(token), open(token)]);
    await open(token);
    await notify();
    expect(await told()).toEqual([OPENED]);
  });

  test('C1.006 when the supplier declines, without the reason, which is on its page', async () => {
    const token = await aLink();
    const order = await open(token);
    await declineLink(token, order?.proof ?? '', 'Sold out', ORIGIN);
    await notify();
    expect(await told()).toEqual([OPENED, ['purchase.link.declined', of]]);
  });

  test('C1.006 once when it locks; a new link and passphrase go out in one act, and the task is done', async () => {
    const task = async () =>
      listCount(buyer, SUPPLIER_ORDERS, readQuery(SUPPLIER_ORDERS, { attention: 'true', mine: 'true' }));
    const token = await aLink();
    await Promise.all(Array.from({ length: 9 }, () => open(token, 'not the phrase')));
    await notify();
    expect(await told()).toEqual([['purchase.link.locked', of]]);
    expect(await task()).toBe(1);
    granted(await send(buyer, 'green whale 1852'));
    const again = await tokenMailed();
    expect([await task(), await state()]).toEqual([0, 'sent']);
    expect([await open(token, SAID), await open(again, SAID)]).toEqual([null, null]);
    expect(await open(again, 'green whale 1852')).not.toBeNull();
  });
});

describe('C1.006 the link withstands', () => {
  test('guessing: the fifth wrong passphrase locks it, also for the right one; a right one before starts anew', async () => {
    const token = await aLink();
    for (let miss = 0; miss < 4; miss++) expect(await open(token, `guess number ${miss}`)).toBeNull();
    expect(await open(token)).not.toBeNull();
    for (let miss = 0; miss < 5; miss++) expect(await open(token, `guess number ${miss}`)).toBeNull();
    expect([await open(token), await state()]).toEqual([null, 'locked']);
  });

  test('guessing in parallel: no more than five are checked', async () => {
    const token = await aLink();
    const guesses = [...Array(12).fill('not the phrase'), SAID];
    await Promise.all(guesses.slice(0, 12).map((said) => open(token, said)));
    expect([await open(token), await state()]).toEqual([null, 'locked']);
  });

  test('replay: a proof is of one link and of ten minutes, and a card is shown twenty times', async () => {
    const token = await aLink();
    const proof = (await open(token))?.proof ?? '';
    expect(await showCard(`${token.slice(0, -1)}_`, proof, ORIGIN)).toBeNull();
    expect(await showCard(token, `${proof.slice(0, -2)}AA`, ORIGIN)).toBeNull();
    shiftClock(10 * 60_000 + 1);
    expect(await showCard(token, proof, ORIGIN)).toBeNull();
    shiftClock(0);
    const shown = await Promise.all(Array.from({ length: MOST_SHOWN + 3 }, () => showCard(token, proof, ORIGIN)));
    expect(shown.filter((one) => one !== null)).toHaveLength(MOST_SHOWN);
    expect([await open(token), await state()]).toEqual([null, 'used']);
  });

  test('enumeration by time: an unknown link costs what a wrong passphrase does, by the medians of many', async () => {
    const times: Record<'unknown' | 'wrong', number[]> = { unknown: [], wrong: [] };
    const token = await aLink();
    for (let round = 0; round < 24; round++)
      for (const kind of ['unknown', 'wrong'] as const) {
        await run('UPDATE supplier_links SET misses = 0');
        const started = performance.now();
        await open(kind === 'wrong' ? token : 'A'.repeat(43), 'not the phrase');
        times[kind].push(performance.now() - started);
      }
    const median = (all: number[]) => all.toSorted((a, b) => a - b)[all.length / 2] as number;
    const ratio = median(times.unknown) / median(times.wrong);
    expect(ratio).toBeGreaterThan(0.33);
    expect(ratio).toBeLessThan(3);
  });
});

describe('C3.020 the buyer alone', () => {
  test('C6.029 sends with a passphrase, and withdraws', async () => {
    const refusal = { ok: false, refusal: { code: 'forbidden.action' } };
    expect(await send(other, SAID)).toEqual(refusal);
    expect(await withdrawLink(other, id, ORIGIN)).toEqual(refusal);
  });

  test('C3.020 needs a passphrase of 8 to 24 characters first, and keeps a hash of it alone', async () => {
    expect(await send()).toMatchObject({ refusal: { code: 'supplier.passphrase.none' } });
    for (const said of ['1234567', 'x'.repeat(25)])
      expect(passphraseSchema.safeParse({ passphrase: said }).success).toBe(false);
    granted(await send(buyer, SAID));
    const [kept] = await run<{ hash: string }>('SELECT hash FROM supplier_passphrases WHERE issuer_id = $1', [
      issuer.id
    ]);
    expect(kept?.hash).toMatch(/\$2[aby]\$/);
  });
});
