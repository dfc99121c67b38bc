import { z } from 'zod';
import type { Origin } from '../../core/audit/audit';
import { database, transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { type AccountLists, accountListsOf, typeOfNumber } from '../../directory/structure/account-lists';
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
const issuerRow = z.strictObject({ issuerId: z.string() });

/** The card types by which this process typed the cards of an issuer: their numbers are opened again only for others. */
const typedBy = new Map<string, string>();

/** Finds the types of active real cards anew where their issuer has changed its card types. Returns how many have another one. */
export async function typeCards(): Promise<number> {
  const issuers = await readRows(database(), issuerRow)`
    SELECT DISTINCT r.issuer_id AS "issuerId" FROM ${REAL_CARDS} r WHERE r.active`;
  let typed = 0;
  for (const { issuerId } of issuers) {
    const { cardTypes } = await accountListsOf(issuerId);
    const types = JSON.stringify(cardTypes);
    if (typedBy.get(issuerId) === types) continue;
    typed += await typeThoseOf(issuerId, cardTypes);
    typedBy.set(issuerId, types);
  }
  return typed;
}

const NONE = '00000000-0000-0000-0000-000000000000';

async function typeThoseOf(issuerId: string, cardTypes: AccountLists['cardTypes']): Promise<number> {
  let typed = 0;
  for (let after = NONE; ; ) {
    const cards = await readRows(database(), cardRow)`
      SELECT r.issuer_id AS "issuerId", r.owner_id AS "ownerId", r.id, r.type FROM ${REAL_CARDS} r
      WHERE r.issuer_id = ${issuerId}::uuid AND r.active AND r.id > ${after}::uuid ORDER BY r.id LIMIT ${BATCH}`;
    for (const { type: before, ...card } of cards) {
      const number = await openSecret(database(), { ...card, field: 'number' });
      const type = number === null ? null : typeOfNumber(cardTypes, number);
      if (type === before) continue;
      const change = { field: 'type', before, after: type };
      if (await transaction((tx) => deriveAgain(tx, realCard, card, change, ORIGIN))) typed += 1;
    }
    if (cards.length < BATCH) return typed;
    after = cards.at(-1)?.id ?? NONE;
  }
}
