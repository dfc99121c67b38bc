import { database } from '../../../lib/core/database/database';
import { readCardNumber } from '../../../lib/directory/structure/card-number';
import type { Person } from '../as-user';

/** A card with its cardholder. */
export interface Card {
  accountId: string;
  holder: Person;
  number: string;
  currency: string;
}

interface CardRow {
  issuerId: string;
  accountId: string;
  userId: string;
  encrypted: Buffer;
  currency: string;
}

const cardOf = ({ issuerId, accountId, userId, encrypted, currency }: CardRow): Card => ({
  accountId,
  holder: { issuerId, id: userId },
  number: readCardNumber(issuerId, accountId, encrypted),
  currency
});

/** The card of a demo person, or null in a world without that person. */
export async function cardOfUser(userId: string): Promise<Card | null> {
  const [row] = await database().$queryRaw<CardRow[]>`
    SELECT a.issuer_id AS "issuerId", a.id AS "accountId", u.id AS "userId", a.card_number_encrypted AS encrypted, a.currency
    FROM user_directory d
    JOIN users u ON (u.issuer_id, u.id) = (d.issuer_id, d.user_id)
    JOIN assignments s ON (s.issuer_id, s.user_id, s.role) = (u.issuer_id, u.id, 'A')
    JOIN assignment_nodes x ON (x.issuer_id, x.assignment_id) = (s.issuer_id, s.id)
    JOIN accounts a ON (a.issuer_id, a.id) = (x.issuer_id, x.node_id)
    WHERE d.user_id_key = ${userId} LIMIT 1`;
  return row ? cardOf(row) : null;
}

/** Some cards of a company that their cardholders use, at most `count`, none where a subset leaves values out. */
export async function cardsOfCompany(issuerId: string, name: string, count: number): Promise<Card[]> {
  const rows = await database().$queryRaw<CardRow[]>`
    SELECT a.issuer_id AS "issuerId", a.id AS "accountId", u.id AS "userId", a.card_number_encrypted AS encrypted, a.currency
    FROM nodes c
    JOIN nodes n ON (n.issuer_id, n.company_id, n.kind) = (c.issuer_id, c.id, 'account')
    JOIN accounts a ON (a.issuer_id, a.id) = (n.issuer_id, n.id) AND a.state = 'active'
    JOIN users u ON (u.issuer_id, u.node_id, u.role) = (n.issuer_id, n.id, 'A') AND u.status = 'active'
    WHERE c.issuer_id = ${issuerId}::uuid AND c.kind = 'company' AND c.name_1 = ${name}
      AND NOT EXISTS (
        SELECT 1 FROM setup_records s JOIN nodes m ON m.issuer_id = s.issuer_id AND m.id = (s.data->>'node')::uuid
        WHERE s.issuer_id = n.issuer_id AND s.entity = 'subset-assignment' AND starts_with(n.path, m.path))
    ORDER BY n.id LIMIT ${count}`;
  return rows.map(cardOf);
}
