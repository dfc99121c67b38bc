import { z } from 'zod';
import type { Origin } from '../../core/audit/audit';
import { database, transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { accountListsOf, typeOfNumber } from '../../directory/structure/account-lists';
import { deriveAgain } from '../../kit/setup/derive-again';
import { openSecret } from '../../kit/setup/keep-secrets';
import realCard from './entities/real-card';
import { REAL_CARDS } from './real-cards';

const ORIGIN: Origin = { requestId: 'real-cards', address: '127.0.0.1', userAgent: '' };
const BATCH = 1_000;

const cardRow = z.strictObject({
  issuerId: z.string(),
  ownerId: z.string(),
  id: z.string(),
  type: z.string().nullable()
});
type Card = z.infer<typeof cardRow>;

/** Finds the types of active real cards anew, since issuers change their card types. Returns how many have another one. */
export async function typeCards(): Promise<number> {
  let typed = 0;
  for (let after: Card | undefined; ; ) {
    const cards: Card[] = await readRows(database(), cardRow)`
      SELECT r.issuer_id AS "issuerId", r.owner_id AS "ownerId", r.id, r.type FROM ${REAL_CARDS} r
      WHERE r.active AND (r.issuer_id, r.id) > (${after?.issuerId ?? NONE}::uuid, ${after?.id ?? NONE}::uuid)
      ORDER BY r.issuer_id, r.id LIMIT ${BATCH}`;
    for (const issuerId of new Set(cards.map((card) => card.issuerId)))
      typed += await typeThose(cards.filter((card) => card.issuerId === issuerId));
    if (cards.length < BATCH) return typed;
    after = cards.at(-1);
  }
}

const NONE = '00000000-0000-0000-0000-000000000000';

/** Does so for cards of one issuer. */
async function typeThose(cards: readonly Card[]): Promise<number> {
  const { cardTypes } = await accountListsOf(cards[0]?.issuerId ?? NONE);
  let typed = 0;
  for (const { type: before, ...card } of cards) {
    const number = await openSecret(database(), { ...card, field: 'number' });
    const after = number === null ? null : typeOfNumber(cardTypes, number);
    if (after === before) continue;
    const change = { field: 'type', before, after };
    if (await transaction((tx) => deriveAgain(tx, realCard, card, change, ORIGIN))) typed += 1;
  }
  return typed;
}
