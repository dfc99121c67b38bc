import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import type { OutboxEntry } from '../../core/server/outbox';
import { LABEL_CHARACTERS } from '../../directory/structure/kinds';
import { joinedNodes } from '../../directory/structure/reads/joined-node';
import { answeredSchema } from '../purchasing/authorizations/announce-answered';
import { ANSWER_MET, answeredAs } from './answered-sql';
import { announceFired, FIRED, firedRow } from './fired';
import { MATCHES, watching } from './rule-sql';

/** The handler of answered authorizations: for each of them, each active alert about them at a place above the card fires once (C2.027). */
export async function evaluateAnswered(tx: Transaction, { payload }: OutboxEntry): Promise<void> {
  const { issuerId, authorizationIds } = answeredSchema.parse(payload);
  const ofIssuer = Prisma.sql`a.issuer_id = ${issuerId}::uuid AND a.id = ANY(${authorizationIds}::uuid[])`;
  const fired = await readRows(tx, firedRow)`
    INSERT INTO spending_alert_firings (issuer_id, id, alert_id, rule_id, place_id, authorization_id, amount, currency,
      fired_at)
    SELECT t.issuer_id, gen_random_uuid(), alert.id, r.id, t.node_id, t.id, t.billed_amount, t.billed_currency, ${now()}
    FROM ${answeredAs(ofIssuer)}
    CROSS JOIN LATERAL generate_series(${LABEL_CHARACTERS}::int, length(t.path), ${LABEL_CHARACTERS}::int) AS depth
    ${joinedNodes(Prisma.sql`t.issuer_id`, Prisma.sql`p.path = left(t.path, depth)`, 'p')}
    JOIN spending_alerts alert
      ON alert.issuer_id = p.issuer_id AND alert.node_id = p.id AND ${watching(issuerId)}
    JOIN spending_alert_rules r ON (r.issuer_id, r.alert_id) = (alert.issuer_id, alert.id) AND r.replaced_at IS NULL
    WHERE ${ANSWER_MET} AND ${MATCHES}
    ORDER BY r.id
    ON CONFLICT DO NOTHING
    ${FIRED}`;
  await announceFired(tx, issuerId, fired);
}
