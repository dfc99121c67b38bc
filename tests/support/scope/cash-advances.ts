import { database } from '@/lib/core/database/database';
import { heldAdvance, seenAdvance, usesOf } from '@/lib/money/expenses/advances/advances';
import { closeAdvance, enterAdvance, findAdvanced } from '@/lib/money/expenses/advances/enter-advance';
import { CASH_ADVANCES } from '@/lib/money/expenses/advances/listing';
import { advanceSchema } from '@/lib/money/expenses/advances/schema';
import { setAgainstAdvance, takeOffAdvance } from '@/lib/money/expenses/advances/set-against';
import { ORIGIN } from '../module-world';
import { exported } from './listed';
import { ownedRecords } from './owned-records';
import type { ScopeModule } from './registry';

const advances = ownedRecords();

/** A cash advance stands at the account of its owner. */
export const cashAdvances: ScopeModule = {
  name: 'cash advances',
  populate: (world) =>
    advances.addToCardholders(world, (account, id, ownerId) =>
      world.database.query(
        `INSERT INTO cash_advances (issuer_id, id, company_id, account_id, owner_id, paid_on, purpose, currency, amount,
           entered_at, entered_by)
         VALUES ($1, $2, $3, $4, $5, '2026-03-01', 'Trip', 'EUR', 100, now(), $2)`,
        [account.issuerId, id, account.companyId, account.id, ownerId]
      )
    ),
  isSeen: advances.isSeen,
  readers: {
    CASH_ADVANCES: (principal, world) => exported(principal, CASH_ADVANCES, world),
    seenAdvance: (principal, world) => advances.found(world, (id) => seenAdvance(principal, id)),
    heldAdvance: (principal, world) => advances.found(world, (id) => heldAdvance(database(), principal, id)),
    // No report of this world is set against one.
    usesOf: async (principal, world) => {
      const uses = await Promise.all(
        advances.of(world).map(async ({ id }) => {
          const advance = await seenAdvance(principal, id);
          return advance ? usesOf(principal, advance) : [];
        })
      );
      return uses.flat().map(({ id }) => id);
    },
    // People whose accounts are in their scope.
    findAdvanced: async (principal, world) => {
      const known = new Set(world.placeOf.keys());
      return (await findAdvanced(principal, '')).flatMap(({ id }) => (known.has(id) ? [id] : []));
    }
  },
  complete: {
    seenAdvance: advances.seenBy
  },
  writes: {
    enterAdvance: (principal, person) =>
      enterAdvance(principal, advanceSchema.parse({ person, paidOn: '2026-03-01', amount: '1', purpose: 'x' }), ORIGIN),
    closeAdvance: (principal, id) => closeAdvance(principal, id, 'x', ORIGIN),
    setAgainstAdvance: (principal, id) => setAgainstAdvance(principal, { id, advanceId: id }, ORIGIN),
    takeOffAdvance: (principal, id) => takeOffAdvance(principal, { id, advanceId: id }, ORIGIN)
  },
  targets: advances.targets
};
