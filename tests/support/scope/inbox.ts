import { randomUUID } from 'node:crypto';
import type { Principal } from '@/lib/access/policy/principal';
import { archiveEntry } from '@/lib/kit/inbox/archive-entry';
import { changeMessage, deleteMessage } from '@/lib/kit/inbox/change-message';
import { confirmMessage } from '@/lib/kit/inbox/confirm-message';
import { inboxCounts, inboxOf, waitingCount, waitingInInbox } from '@/lib/kit/inbox/inbox';
import { MESSAGES } from '@/lib/kit/inbox/message-listing';
import { messagePlace, messagePlaces } from '@/lib/kit/inbox/message-place';
import { openMessage } from '@/lib/kit/inbox/open-message';
import { sendMessage } from '@/lib/kit/inbox/send-message';
import { readersOf, sentMessage } from '@/lib/kit/inbox/sent-message';
import { openNotice } from '@/lib/kit/notices/open-notice';
import { ORIGIN } from '../module-world';
import type { StructureNode } from '../structure';
import { exported, idOf } from './listed';
import type { ScopeModule } from './registry';
import type { ScopeWorld, Watcher } from './world';

interface Made {
  id: string;
  /** Where a message is addressed to; null for a notice. */
  node: StructureNode | null;
  /** The one role that it is for; null: everybody. */
  role: string | null;
  /** Whose a notice is. */
  userId: string | null;
}

const made = new WeakMap<ScopeWorld, Made[]>();
const madeIn = (world: ScopeWorld) => made.get(world) ?? [];
const messagesIn = (world: ScopeWorld) => madeIn(world).filter(({ node }) => node !== null);
const nodeOf = (world: ScopeWorld, id: string) => madeIn(world).find((one) => one.id === id)?.node?.id ?? id;
const MOST = 10_000;

const entryTo = (nodeId: string) => ({
  nodeId,
  roles: [],
  subject: 'x',
  body: 'x',
  mustConfirm: true,
  firstDay: '2026-01-01',
  lastDay: null
});

async function aMessage(world: ScopeWorld, node: StructureNode, role: string | null): Promise<Made> {
  const id = randomUUID();
  await world.database.query(
    `INSERT INTO inbox_messages (issuer_id, id, node_id, roles, subject, body, must_confirm, first_day,
       sender_issuer_id, sender_id, sender_role, sent_at)
     VALUES ($1, $2, $3, $4::user_role[], 'x', 'x', TRUE, '2026-01-01', $1, $2, 'C', now())`,
    [node.issuerId, id, node.id, role ? [role] : []]
  );
  const reader = world.watchers.find(({ principal }) => principal.issuerId === node.issuerId);
  if (reader)
    await world.database.query(
      'INSERT INTO inbox_reads (issuer_id, message_id, user_id, read_at) VALUES ($1, $2, $3, now())',
      [node.issuerId, id, reader.principal.userId]
    );
  world.placeOf.set(id, node.id);
  return { id, node, role, userId: null };
}

/** What administrators do with messages: the scope rule, by the place that a message is addressed to. */
export const messages: ScopeModule = {
  name: 'messages',
  async populate(world) {
    const entries: Made[] = [];
    for (const node of world.all())
      for (const role of [null, world.random.pick(['A', 'C', 'I'])]) entries.push(await aMessage(world, node, role));
    for (const { principal } of world.watchers) {
      const id = randomUUID();
      await world.database.query(
        `INSERT INTO inbox_notices (issuer_id, id, user_id, kind, params, href, posted_at)
         VALUES ($1, $2, $3, 'job.completed', '{}', '/workspace/jobs', now())`,
        [principal.issuerId, id, principal.userId]
      );
      world.placeOf.set(id, `owned by ${principal.userId}`);
      entries.push({ id, node: null, role: null, userId: principal.userId });
    }
    made.set(world, entries);
  },
  readers: {
    MESSAGES: (principal, world) => exported(principal, MESSAGES, world),
    sentMessage: async (principal, world) =>
      (await Promise.all(messagesIn(world).map(({ id }) => sentMessage(principal, id)))).flatMap(
        (one) => one?.id ?? []
      ),
    readersOf: async (principal, world) => {
      // Every message of an issuer with people has a reader, so that an answer tells who may know.
      const found = messagesIn(world).map(async ({ id }) => ((await readersOf(principal, id)).length > 0 ? [id] : []));
      return (await Promise.all(found)).flat();
    },
    messagePlaces: async (principal) => (await messagePlaces(principal, '')).map(idOf),
    messagePlace: async (principal, world) =>
      (await Promise.all(world.all().map(({ id }) => messagePlace(principal, id)))).flatMap((one) => one?.id ?? [])
  },
  writes: {
    changeMessage: (principal, id, world) => changeMessage(principal, id, entryTo(nodeOf(world, id)), ORIGIN),
    deleteMessage: (principal, id) => deleteMessage(principal, id, ORIGIN),
    sendMessage: (principal, id, world) => sendMessage(principal, entryTo(nodeOf(world, id)), ORIGIN)
  },
  targets: (world) => messagesIn(world).map(idOf)
};

/** Whether a message is addressed to somebody: by walking up from their places, without paths. */
function isAddressed({ role, principal, stands }: Watcher, { id, node, ...to }: Made, world: ScopeWorld): boolean {
  if (!node) return to.userId === principal.userId;
  if (stands === 'everything' || node.issuerId !== principal.issuerId || (to.role && to.role !== role)) return false;
  return stands.some((top) => world.isBelow(top, node.id)) && world.placeOf.has(id);
}

const opened = async (principal: Principal, world: ScopeWorld) => {
  const found: string[] = [];
  for (const { id } of messagesIn(world)) if (await openMessage(principal, id)) found.push(id);
  return found;
};

/** An inbox: what is addressed to a person's place and role, and their own notices; administrators see no other. */
export const inbox: ScopeModule = {
  name: 'inbox',
  isSeen: (watcher, id, world) => madeIn(world).some((one) => one.id === id && isAddressed(watcher, one, world)),
  readers: {
    inboxOf: async (principal) => {
      const listed = await inboxOf(principal, { view: 'all', limit: MOST });
      const counts = [...(await inboxCounts(principal, 'all')).values()].reduce((sum, count) => sum + count, 0);
      if (counts !== listed.length) throw new Error(`${counts} are counted, and ${listed.length} are listed`);
      return listed.map(idOf);
    },
    waitingInInbox: async (principal) => {
      const waiting = await waitingInInbox(principal, MOST);
      const count = await waitingCount(principal);
      if (count !== Math.min(waiting.length, 100)) throw new Error(`${count} wait, and ${waiting.length} are listed`);
      return waiting.map(idOf);
    },
    openMessage: opened,
    openNotice: async (principal, world) => {
      const found: string[] = [];
      for (const { id } of madeIn(world)) if (await openNotice(principal, id)) found.push(id);
      return found;
    }
  },
  complete: {
    inboxOf: (watcher, world) =>
      madeIn(world)
        .filter((one) => isAddressed(watcher, one, world))
        .map(idOf),
    openMessage: (watcher, world) =>
      messagesIn(world)
        .filter((one) => isAddressed(watcher, one, world))
        .map(idOf)
  },
  writes: {
    confirmMessage: (principal, id) => confirmMessage(principal, id, ORIGIN),
    archiveEntry: (principal, id) => archiveEntry(principal, id, true)
  },
  targets: (world) => madeIn(world).map(idOf)
};
