import type { Principal } from '@/lib/access/policy/principal';
import { database } from '@/lib/core/database/database';
import { mergeUsers } from '@/lib/directory/people/merge-users';
import { listRows } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { submitRequest } from '@/lib/money/purchasing/change-state';
import { approveRequest } from '@/lib/money/purchasing/decide-request';
import type { RequestEntry } from '@/lib/money/purchasing/entry';
import { groupsOfUser } from '@/lib/money/purchasing/groups/groups-of-user';
import { PURCHASE_REQUESTS, PURCHASES_WAITING } from '@/lib/money/purchasing/listing';
import { findColleagues } from '@/lib/money/purchasing/on-behalf';
import { seenRequest } from '@/lib/money/purchasing/requests';
import { purchasesOfUser } from '@/lib/money/purchasing/requests-of-user';
import { changeRequest } from '@/lib/money/purchasing/save-request';
import { aProfile } from '../support/approvals';
import { deliverNotices } from '../support/deliver-notices';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { anOffer, aRequest, entryOf, inGroup, type Offered } from '../support/purchasing';
import { queuedMails } from '../support/queued-mail';
import { codeOf, granted } from '../support/results';
import { aBrand } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let here: StructureNode;
let there: StructureNode;
let account: StructureNode;
let buyer: Principal;
let served: Principal;
let C: Principal;
let offered: Offered;
let groupId: string;

beforeAll(async () => {
  await aBrand();
  issuer = await anIssuer(world.current);
  company = await aCompany(world.current, issuer);
});
beforeEach(async () => {
  here = await anOrgPoint(world.current, company);
  there = await anOrgPoint(world.current, company);
  account = await anAccount(world.current, there);
  buyer = await aPrincipalAt(world.current, 'A', await anAccount(world.current, here));
  served = await aPrincipalAt(world.current, 'A', account);
  C = await aPrincipalAt(world.current, 'C', company);
  offered = await anOffer(C, company);
  groupId = await inGroup(buyer, offered);
  await join(served);
});

const userIdOf = async ({ userId: id }: Principal) =>
  (await database().user.findFirstOrThrow({ where: { id } })).userId;

/** Puts somebody into the buyer's group. */
const join = ({ issuerId, userId }: Principal) =>
  database().purchaseGroupUser.createMany({ data: { issuerId, groupId, userId, groupState: 'active' } });

const requested = async (more: Partial<RequestEntry> = {}) =>
  aRequest(buyer, offered, { behalfOf: await userIdOf(served), ...more });
const submitted = async () => {
  const id = await requested();
  granted(await submitRequest(buyer, { id, version: 1 }, ORIGIN));
  return id;
};
const rows = async (by: Principal, listing = PURCHASE_REQUESTS, query: Record<string, string> = {}) => {
  const found: string[] = [];
  for await (const { id } of listRows(by, listing, readQuery(listing, query))) found.push(String(id));
  return found;
};
const change = async (id: string, behalfOf: string | null) => {
  const version = (await seenRequest(buyer, id))?.version ?? 0;
  const changed = await changeRequest(buyer, { id, version }, entryOf(offered, { behalfOf }), ORIGIN);
  return changed.ok ? [] : changed.refusals.map(({ field, code }) => `${field} ${code}`);
};

test('C3.016 C6.029 those who can be chosen are the others of the group, found by name', async () => {
  const outside = await aPrincipalAt(world.current, 'A', account);
  const found = async (by: Principal) => (await findColleagues(by, groupId, '')).map(({ id }) => id);
  expect(await found(buyer)).toEqual([served.userId]);
  // Who isn't in the group learns nothing of it, not even an administrator of its company.
  expect(await found(outside)).toEqual([]);
  expect(await found(C)).toEqual([]);
  const person = await database().user.findFirstOrThrow({ where: { id: served.userId } });
  expect((await findColleagues(buyer, groupId, person.lastName)).map(({ id }) => id)).toContain(served.userId);
  expect(await findColleagues(buyer, groupId, 'Nobody-of-that-name')).toEqual([]);
});

test('C3.016 C6.029 nobody is requested for who isn’t in the group, may not request, or is the requester', async () => {
  const outside = await aPrincipalAt(world.current, 'A', account);
  const auditor = await aPrincipalAt(world.current, 'I', issuer);
  await join(auditor);
  for (const one of [outside, auditor, buyer])
    await expect(requested({ behalfOf: await userIdOf(one) })).rejects.toThrow('purchase.behalf.unknown');
  const id = await requested();
  expect(await change(id, await userIdOf(outside))).toEqual(['behalfOf purchase.behalf.unknown']);
  expect((await seenRequest(buyer, id))?.behalfOf?.id).toBe(served.userId);
});

test('C3.016 C4.008D it stands at the place of the person for whom it is; who requested it edits it, both see it', async () => {
  const id = await requested();
  expect(await seenRequest(buyer, id)).toMatchObject({ nodeId: account.id, behalfOf: { id: served.userId } });
  // A draft is its author's alone.
  expect(await seenRequest(served, id)).toBeNull();
  expect(await rows(served)).not.toContain(id);
  granted(await submitRequest(buyer, { id, version: 1 }, ORIGIN));
  for (const one of [buyer, served]) {
    expect(await seenRequest(one, id)).not.toBeNull();
    expect(await rows(one, PURCHASE_REQUESTS, { mine: 'true' })).toContain(id);
  }
  const colleague = await aPrincipalAt(world.current, 'A', account);
  expect(await seenRequest(colleague, id)).toBeNull();
  const changed = await changeRequest(served, { id, version: 2 }, entryOf(offered), ORIGIN);
  expect(changed.ok ? null : changed.refusals[0]?.code).toBe('forbidden.action');
  // Approvers of the other place have nothing to do with it.
  const [near, far] = [await aPrincipalAt(world.current, 'O', here), await aPrincipalAt(world.current, 'O', there)];
  expect([await seenRequest(near, id), (await seenRequest(far, id))?.id]).toEqual([null, id]);
  // For the requester again, it is back at the requester's place.
  expect(await change(id, null)).toEqual([]);
  expect((await seenRequest(buyer, id))?.nodeId).toBe(buyer.scope.subtrees[0]?.nodeId);
  expect(await seenRequest(served, id)).toBeNull();
});

test('C6.030 neither who requested it nor the person for whom it is decides, nor is asked; others of that place do', async () => {
  const [author, person, other] = [
    await aPrincipalAt(world.current, 'C', company),
    await aPrincipalAt(world.current, 'C', company),
    await aPrincipalAt(world.current, 'C', company)
  ];
  const own = await inGroup(author, offered);
  const { issuerId, userId } = person;
  await database().purchaseGroupUser.createMany({ data: { issuerId, groupId: own, userId, groupState: 'active' } });
  const id = await aRequest(author, offered, { behalfOf: await userIdOf(person) });
  granted(await submitRequest(author, { id, version: 1 }, ORIGIN));
  for (const one of [author, person]) {
    expect(await rows(one, PURCHASES_WAITING)).not.toContain(id);
    expect(codeOf(await approveRequest(one, { id, version: 2 }, null, ORIGIN))).toBe('purchase.approve.own');
  }
  const mailOf = async (one: Principal) =>
    queuedMails(world.current, (await database().user.findFirstOrThrow({ where: { id: one.userId } })).email as string);
  expect(await rows(other, PURCHASES_WAITING)).toContain(id);
  granted(await approveRequest(other, { id, version: 2 }, null, ORIGIN));
  // Both hear of it.
  await deliverNotices(world.current);
  for (const one of [author, person])
    expect((await mailOf(one)).map(({ template }) => template)).toContain('purchase_approved');
});

test('C3.018 C3.019 the approval profile of the place of the person for whom it is decides', async () => {
  const [low, high] = [
    await aPrincipalAt(world.current, 'C', company),
    await aPrincipalAt(world.current, 'C', company)
  ];
  await aProfile(world.current, company, { levels: [{ members: [low.userId] }], places: [here] });
  await aProfile(world.current, company, { levels: [{ members: [high.userId] }], places: [there] });
  const { currency } = await database().company.findFirstOrThrow({ where: { id: company.id } });
  offered = await anOffer(C, company, { template: { currency } });
  await inGroup(buyer, offered);
  const id = await submitted();
  const { version } = (await seenRequest(buyer, id)) as { version: number };
  expect(await rows(low, PURCHASES_WAITING)).not.toContain(id);
  expect(codeOf(await approveRequest(low, { id, version }, null, ORIGIN))).toBe('transaction.approve.no.level');
  granted(await approveRequest(high, { id, version }, null, ORIGIN));
});

describe('C6.022 C3.016 a merge of two users', () => {
  const merge = async (kept: Principal, merged: Principal) => {
    const bank = await aPrincipalAt(world.current, 'I', issuer);
    const ids = { keptId: kept.userId, mergedId: merged.userId };
    granted(await mergeUsers(bank, ids, ORIGIN, [groupsOfUser, purchasesOfUser]));
  };
  /** Who requested it, and for whom. */
  const between = async (id: string) => {
    const { requesterId, behalfOfId } = await database().purchaseRequest.findFirstOrThrow({ where: { id } });
    return [requesterId, behalfOfId];
  };

  test('makes what either of them requested for the other the own of the one that is kept', async () => {
    for (const [kept, merged] of [
      [() => buyer, () => served],
      [() => served, () => buyer]
    ] as const) {
      const id = await submitted();
      const draft = await requested();
      await merge(kept(), merged());
      const { userId } = kept();
      for (const one of [id, draft]) {
        expect(await between(one)).toEqual([userId, null]);
        expect(await rows(kept(), PURCHASE_REQUESTS, { mine: 'true' })).toContain(one);
      }
      // It is theirs to edit, and never theirs to approve.
      const { version } = (await seenRequest(kept(), id)) as { version: number };
      expect((await changeRequest(kept(), { id, version }, entryOf(offered, { note: 'Mine' }), ORIGIN)).ok).toBe(true);
      [buyer, served] = [
        await aPrincipalAt(world.current, 'A', await anAccount(world.current, here)),
        await aPrincipalAt(world.current, 'A', account)
      ];
      groupId = await inGroup(buyer, offered);
      await join(served);
    }
  });

  test('moves what a third person requested for the merged one, and what the merged one requested for a third', async () => {
    const [third, kept] = [
      await aPrincipalAt(world.current, 'A', account),
      await aPrincipalAt(world.current, 'A', account)
    ];
    await join(third);
    const forMerged = await submitted();
    await merge(kept, served);
    expect(await between(forMerged)).toEqual([buyer.userId, kept.userId]);
    expect((await seenRequest(kept, forMerged))?.id).toBe(forMerged);
    const forThird = await requested({ behalfOf: await userIdOf(third) });
    granted(await submitRequest(buyer, { id: forThird, version: 1 }, ORIGIN));
    await merge(kept, buyer);
    expect(await between(forThird)).toEqual([kept.userId, third.userId]);
    // And with both merged into one, nobody requests for themself.
    expect(await between(forMerged)).toEqual([kept.userId, null]);
    expect((await seenRequest(third, forThird))?.behalfOf?.id).toBe(third.userId);
  });
});
