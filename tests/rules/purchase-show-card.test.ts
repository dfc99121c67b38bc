import type { Principal } from '@/lib/access/policy/principal';
import { database } from '@/lib/core/database/database';
import { isCardNumber } from '@/lib/core/secrets/card-digits';
import { shiftClock } from '@/lib/core/server/clock';
import { submitRequest } from '@/lib/money/purchasing/change-state';
import { approveRequest } from '@/lib/money/purchasing/decide-request';
import { cardOf } from '@/lib/money/purchasing/details';
import { seenRequest } from '@/lib/money/purchasing/requests';
import { changeRequest } from '@/lib/money/purchasing/save-request';
import { proofAsked, showCard } from '@/lib/money/purchasing/show-card';
import { hashPassword } from '@/lib/sign-in/password/password-hash';
import type { Actor } from '@/lib/sign-in/session/sessions';
import { ORIGIN, useDatabase } from '../support/module-world';
import { PASSWORD } from '../support/people';
import { aPrincipalAt } from '../support/principal';
import { anOffer, aRequest, entryOf, inGroup, type Offered } from '../support/purchasing';
import { codeOf, granted, refusedFor } from '../support/results';
import { aBrand, place } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, type StructureNode } from '../support/structure';

const world = useDatabase();
let company: StructureNode;
let account: StructureNode;
let C: Principal;
let buyer: Principal;
let served: Principal;
let offered: Offered;
let id: string;

beforeAll(async () => {
  await aBrand();
  company = await aCompany(world.current, await anIssuer(world.current));
});
beforeEach(async () => {
  account = await anAccount(world.current, company);
  C = await aPrincipalAt(world.current, 'C', company);
  buyer = await aPrincipalAt(world.current, 'A', account);
  served = await aPrincipalAt(world.current, 'A', await anAccount(world.current, company));
  offered = await anOffer(C, company);
  const groupId = await inGroup(buyer, offered);
  const { issuerId, userId } = served;
  await database().purchaseGroupUser.createMany({ data: { issuerId, groupId, userId, groupState: 'active' } });
  const { userId: behalfOf } = await database().user.findFirstOrThrow({ where: { id: userId } });
  id = await aRequest(buyer, offered, { behalfOf });
  granted(await submitRequest(buyer, { id, version: 1 }, ORIGIN));
  granted(await approveRequest(C, { id, version: 2 }, null, ORIGIN));
});
afterEach(() => shiftClock(0));

const actorOf = (principal: Principal): Actor => ({
  sessionId: principal.sessionId,
  issuerId: principal.issuerId,
  userId: principal.userId,
  kind: 'full',
  role: principal.role,
  brandName: 'tessera'
});
const show = async (principal: Principal, password = '') =>
  showCard({ actor: actorOf(principal), principal, ...(await place()) }, { id, password }, ORIGIN);
const shownTimes = async () =>
  (
    await world.current.query(
      "SELECT details FROM audit_entries WHERE action = 'virtual_card.shown' AND entity_id = $1",
      [id]
    )
  ).length;

test('C1.005 C3.033 who requested it and the person for whom it is see the whole card, nobody else, and it is audited without a digit', async () => {
  const lastFour = (await cardOf({ issuerId: company.issuerId, id }))?.lastFour as string;
  for (const one of [buyer, served]) {
    const shown = granted(await show(one));
    expect(isCardNumber(shown.number)).toBe(true);
    expect(shown).toMatchObject({
      number: expect.stringMatching(new RegExp(`${lastFour}$`)),
      code: expect.stringMatching(/^\d{3}$/)
    });
    const entries = await world.current.query(
      'SELECT row_to_json(a)::text AS text FROM audit_entries a WHERE entity_id = $1',
      [id]
    );
    expect(JSON.stringify(entries)).not.toContain(shown.number);
  }
  expect(await shownTimes()).toBe(2);
  expect(codeOf(await show(C))).toBe('forbidden.action');
  const colleague = await aPrincipalAt(world.current, 'A', account);
  expect(codeOf(await show(colleague))).toBe('not.found');
  expect(await shownTimes()).toBe(2);
});

test('C1.005 five minutes after the sign-in it takes the password, and without one of ours a new sign-in', async () => {
  const { issuerId, userId } = buyer;
  const hash = await hashPassword(PASSWORD, { issuerId, id: userId }, ORIGIN);
  await world.current.query('UPDATE credentials SET password_hash = $3 WHERE issuer_id = $1 AND user_id = $2', [
    issuerId,
    userId,
    hash
  ]);
  shiftClock(4 * 60_000);
  expect(await proofAsked(actorOf(buyer))).toBe('none');
  shiftClock(6 * 60_000);
  expect(await proofAsked(actorOf(buyer))).toBe('password');
  expect(refusedFor(await show(buyer, 'Wrong-Lantern-42'))).toBe('password invalid.credentials');
  expect(await shownTimes()).toBe(0);
  granted(await show(buyer, PASSWORD));
  await world.current.query('UPDATE credentials SET sso_only = TRUE WHERE user_id = $1', [userId]);
  expect(codeOf(await show(buyer, PASSWORD))).toBe('purchase.show.sign.in');
  expect(await shownTimes()).toBe(1);
});

test('C1.005 it is shown ten times a day, to all its buyers together', async () => {
  for (let time = 0; time < 5; time += 1) for (const one of [buyer, served]) granted(await show(one));
  expect(codeOf(await show(buyer))).toBe('too.many.requests');
  expect(await shownTimes()).toBe(10);
});

test('C4.009D while the request waits for approval again its card isn’t shown', async () => {
  const { version } = (await seenRequest(buyer, id)) as { version: number };
  const changed = await changeRequest(buyer, { id, version }, entryOf(offered, { purchaseLimit: '600' }), ORIGIN);
  expect(changed.ok).toBe(true);
  expect(codeOf(await show(buyer))).toBe('purchase.show.not.now');
});
