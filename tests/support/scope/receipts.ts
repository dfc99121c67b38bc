import { randomBytes } from 'node:crypto';
import { receiptBox } from '@/lib/money/receipts/box';
import { changeReceipt, removeReceipt } from '@/lib/money/receipts/change-receipt';
import { detachReceipt, matchReceipt } from '@/lib/money/receipts/match';
import { ownReceiptsOn } from '@/lib/money/receipts/on-charge';
import { sameFiles } from '@/lib/money/receipts/same-files';
import { chargesNear } from '@/lib/money/transactions/charges-near';
import { seenTransactions } from '@/lib/money/transactions/transactions';
import { ORIGIN } from '../module-world';
import { aTransaction } from '../transactions';
import type { ScopeModule } from './registry';
import type { ScopeWorld, Watcher } from './world';

interface Made {
  id: string;
  ownerId: string;
  /** The charge beside it, which it is on or not. */
  charge: string;
  isMatched: boolean;
}

const DAY = '2026-03-15';
const made = new WeakMap<ScopeWorld, Made[]>();
const madeIn = (world: ScopeWorld) => made.get(world) ?? [];
const isOwn = ({ role, principal }: Watcher, { ownerId }: Made) => role === 'A' && principal.userId === ownerId;

/** A receipt with its file, attached to the charge or to itself. */
async function aReceiptOf(world: ScopeWorld, ownerId: string, issuerId: string, charge: string, isMatched: boolean) {
  const [row] = await world.database.query<{ id: string }>(
    `WITH new AS (SELECT gen_random_uuid() AS id, gen_random_uuid() AS file, sha256($5::bytea) AS sha256),
     file AS (
       INSERT INTO large_files (issuer_id, id, name, media_type, size, sha256)
       SELECT $1, new.file, 'a.png', 'image/png', 1, new.sha256 FROM new
     ), attached AS (
       INSERT INTO attachments (issuer_id, id, entity, record_id, position, file_id, name, media_type, size, sha256,
         added_by, added_at)
       SELECT $1, new.id, CASE WHEN $4::boolean THEN 'transaction' ELSE 'receipt' END,
         CASE WHEN $4::boolean THEN $3::uuid ELSE new.id END, 1, new.file, 'a.png', 'image/png', 1, new.sha256, $2, now()
       FROM new
     )
     INSERT INTO receipts (issuer_id, id, owner_id, attachment_id, sha256, taken_on, added_at, transaction_id)
     SELECT $1, new.id, $2, new.id, new.sha256, '${DAY}', now(), CASE WHEN $4::boolean THEN $3::uuid END FROM new
     RETURNING id`,
    [issuerId, ownerId, charge, isMatched, randomBytes(16)]
  );
  return row?.id as string;
}

/** Receipts belong to a person: nobody else sees them, wherever they stand. */
export const receipts: ScopeModule = {
  name: 'receipts',
  async populate(world) {
    const kept: Made[] = [];
    const cardholders = world.watchers.filter(({ role }) => role === 'A').map(({ principal }) => principal);
    for (const account of world.all('account')) {
      const { issuerId } = account;
      const [user] = await world.database.query<{ id: string }>(
        'SELECT id FROM users WHERE issuer_id = $1 ORDER BY id LIMIT 1',
        [issuerId]
      );
      const owners = cardholders.filter((one) => one.issuerId === issuerId).map(({ userId }) => userId);
      for (const ownerId of user ? [...owners, user.id] : owners)
        for (const isMatched of [false, true]) {
          const { id: charge } = await aTransaction(world.database, account, { postingDate: DAY });
          const id = await aReceiptOf(world, ownerId, issuerId, charge, isMatched);
          world.placeOf.set(charge, account.id);
          world.placeOf.set(id, account.id);
          kept.push({ id, ownerId, charge, isMatched });
        }
    }
    made.set(world, kept);
  },
  isSeen(watcher, id, world) {
    const receipt = madeIn(world).find((one) => one.id === id);
    return receipt ? isOwn(watcher, receipt) : world.sees(watcher, id);
  },
  readers: {
    receiptBox: async (principal) => (await receiptBox(principal)).map(({ id }) => id),
    ownReceiptsOn: async (principal, world) => {
      const found = await Promise.all(madeIn(world).map(({ charge }) => ownReceiptsOn(principal, charge)));
      return found.flatMap((own) => [...own.values()]);
    },
    seenTransactions: async (principal, world) =>
      (
        await seenTransactions(
          principal,
          madeIn(world).map(({ charge }) => charge)
        )
      ).map(({ id }) => id),
    // A receipt and its attachment have one id here.
    sameFiles: async (principal, world) => {
      const found = await sameFiles(
        principal,
        madeIn(world).map(({ id }) => id)
      );
      return [...found.values()].flatMap((same) => (same.on === 'charge' ? [same.charge.id] : []));
    },
    chargesNear: async (principal, world) => {
      const [one] = world.placeOf.keys();
      const found = await chargesNear(principal, [{ id: one as string, day: DAY, amount: null }]);
      return [...found.values()].flat().map(({ id }) => id);
    }
  },
  complete: {
    receiptBox: (watcher, world) =>
      madeIn(world).flatMap((one) => (isOwn(watcher, one) && !one.isMatched ? [one.id] : [])),
    ownReceiptsOn: (watcher, world) =>
      madeIn(world).flatMap((one) => (isOwn(watcher, one) && one.isMatched ? [one.id] : []))
  },
  writes: {
    changeReceipt: (principal, id) => changeReceipt(principal, id, { takenOn: DAY, amount: null }, ORIGIN),
    removeReceipt: (principal, id) => removeReceipt(principal, id, ORIGIN),
    detachReceipt: (principal, id) => detachReceipt(principal, id, ORIGIN),
    matchReceipt: (principal, receiptId, world) =>
      matchReceipt(principal, { receiptId, transactionId: madeIn(world)[0]?.charge ?? receiptId }, ORIGIN)
  },
  targets: (world) => madeIn(world).map(({ id }) => id)
};
