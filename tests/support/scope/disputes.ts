import { formatsOf } from '@/app/workspace/ui/formats';
import { ATTACHABLES } from '@/lib/composition/process/attachables';
import { COMMENTABLES } from '@/lib/composition/process/commentables';
import { database } from '@/lib/core/database/database';
import { translator } from '@/lib/core/language/texts';
import { attachmentsOf } from '@/lib/kit/attachments/attachments';
import { commentsOf } from '@/lib/kit/comments/comments';
import { changeDispute } from '@/lib/money/disputes/change-state';
import type { ClaimReader } from '@/lib/money/disputes/claim-document';
import { disputable } from '@/lib/money/disputes/disputable';
import { disputesOf, heldDispute, seenDispute } from '@/lib/money/disputes/disputes';
import { downloadClaim } from '@/lib/money/disputes/download-claim';
import { changeDraft, discardDraft, openDispute } from '@/lib/money/disputes/draft';
import { DISPUTE_DESK, DISPUTES } from '@/lib/money/disputes/listing';
import { lookalikes } from '@/lib/money/disputes/lookalikes';
import { respond } from '@/lib/money/disputes/network/respond';
import { noteCredit } from '@/lib/money/disputes/note-credit';
import type { DisputeState } from '@/lib/money/disputes/states';
import { refundsOf } from '@/lib/money/transactions/refunds-of';
import { aDispute } from '../disputes';
import { ORIGIN } from '../module-world';
import { aTransaction } from '../transactions';
import { listed } from './listed';
import type { ScopeModule } from './registry';
import type { ScopeWorld, Watcher } from './world';

interface Made {
  id: string;
  transactionId: string;
  refundId: string;
  state: DisputeState;
}

const made = new WeakMap<ScopeWorld, Made[]>();
const madeIn = (world: ScopeWorld) => made.get(world) ?? [];
const PREPARING = ['A', 'C'];
const SEEING = ['A', 'C', 'I', 'H', 'Z'];

/** A dispute is seen where its transaction lies; a draft only by those who prepare disputes. */
function isOf({ role }: Watcher, { state }: Made): boolean {
  return (state === 'draft' ? PREPARING : SEEING).includes(role);
}

const READER: ClaimReader = {
  name: 'x',
  t: translator('en_US'),
  format: formatsOf('en_US', 'UTC'),
  locale: 'en_US'
};

const ENTRY = {
  reasonId: '00000000-0000-7000-8000-000000000001',
  amount: '1',
  explanation: 'x',
  contactedOn: null,
  merchantAnswer: null,
  answers: {}
};

const transactionOf = (world: ScopeWorld, id: string) =>
  madeIn(world).find((one) => one.id === id)?.transactionId ?? id;

export const disputes: ScopeModule = {
  name: 'disputes',
  async populate(world) {
    const kept: Made[] = [];
    for (const account of world.all('account'))
      for (const state of ['draft', 'under_review'] as const) {
        const { id, transaction } = await aDispute(world.database, account, { state });
        const refund = await aTransaction(world.database, account, {
          postingDate: transaction.postingDate,
          type: 'credit',
          amount: '-100'
        });
        for (const one of [id, transaction.id, refund.id]) world.placeOf.set(one, account.id);
        kept.push({ id, transactionId: transaction.id, refundId: refund.id, state });
      }
    made.set(world, kept);
  },
  isSeen(watcher, id, world) {
    const dispute = madeIn(world).find((one) => one.id === id);
    return world.sees(watcher, id) && (!dispute || isOf(watcher, dispute));
  },
  readers: {
    DISPUTES: (principal, world) => listed(principal, DISPUTES, world),
    DISPUTE_DESK: (principal, world) => listed(principal, DISPUTE_DESK, world),
    seenDispute: async (principal, world) => {
      const found = await Promise.all(madeIn(world).map(({ id }) => seenDispute(principal, id)));
      return found.flatMap((one) => one?.id ?? []);
    },
    heldDispute: async (principal, world) => {
      const found = await Promise.all(madeIn(world).map(({ id }) => heldDispute(database(), principal, id)));
      return found.flatMap((one) => one?.id ?? []);
    },
    downloadClaim: async (principal, world) => {
      const found: string[] = [];
      for (const { id } of madeIn(world).slice(0, 6))
        if (await downloadClaim(principal, id, READER, ORIGIN)) found.push(id);
      return found;
    },
    disputesOf: async (principal, world) => {
      const found = await Promise.all(madeIn(world).map(({ transactionId }) => disputesOf(principal, transactionId)));
      return found.flat().map(({ id }) => id);
    },
    disputable: async (principal, world) => {
      const found = await Promise.all(
        madeIn(world).map(({ transactionId }) => disputable(database(), principal, transactionId))
      );
      return found.flatMap((one) => (one.ok ? one.value.id : []));
    },
    lookalikes: async (principal, world) => {
      const found = await Promise.all(madeIn(world).map(({ transactionId }) => lookalikes(principal, transactionId)));
      return found.flatMap(({ duplicates, refunds }) => [...duplicates, ...refunds].map(({ id }) => id));
    },
    refundsOf: async (principal, world) => {
      const found = await Promise.all(madeIn(world).map(({ transactionId }) => refundsOf(principal, transactionId)));
      return found.flat().map(({ id }) => id);
    },
    evidence: async (principal, world) => {
      const to = madeIn(world).map(({ id }) => ({ entity: 'dispute', id }) as const);
      const found = await Promise.all(to.map((one) => attachmentsOf(ATTACHABLES, principal, one)));
      return to.flatMap(({ id }, at) => (found[at] ? [id] : []));
    },
    comments: async (principal, world) => {
      const on = madeIn(world).map(({ id }) => ({ entity: 'dispute', id }) as const);
      const found = await Promise.all(on.map((one) => commentsOf(COMMENTABLES, principal, one)));
      return on.flatMap(({ id }, at) => (found[at] ? [id] : []));
    }
  },
  complete: {
    seenDispute: (watcher, world) =>
      madeIn(world).flatMap((one) => (isOf(watcher, one) && world.sees(watcher, one.id) ? [one.id] : []))
  },
  writes: {
    openDispute: (principal, id, world) => openDispute(principal, transactionOf(world, id), ENTRY, ORIGIN),
    changeDraft: (principal, id) => changeDraft(principal, { id, version: 1 }, ENTRY, ORIGIN),
    discardDraft: (principal, id) => discardDraft(principal, { id, version: 1 }, ORIGIN),
    submit: (principal, id) => changeDispute(principal, { id, version: 1, event: 'submit' }, ORIGIN),
    withdraw: (principal, id) => changeDispute(principal, { id, version: 1, event: 'withdraw', note: 'x' }, ORIGIN),
    decide: (principal, id) => changeDispute(principal, { id, version: 1, event: 'lose', note: 'x' }, ORIGIN),
    pursue: (principal, id) => respond(principal, { id, version: 1 }, 'pursue', ORIGIN),
    noteCredit: (principal, id) =>
      noteCredit(principal, { id, version: 1 }, { amount: '1', creditedOn: '2026-03-15' }, ORIGIN)
  },
  targets: (world) => madeIn(world).map(({ id }) => id)
};
