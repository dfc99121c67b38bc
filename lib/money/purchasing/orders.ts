import { Prisma } from '../../core/database/prisma/client';

/** Approved requests as their suppliers may know them, as a table of SQL statements: what is ordered, and nothing of the card. */
export const ORDERS = Prisma.sql`(
  SELECT q.issuer_id, q.id, q.node_id, q.company_id, q.supplier_id, 'PR-' || lpad(q.number::text, 6, '0') AS number,
    q.terms -> 'supplier' ->> 'name' AS supplier, q.currency,
    round(q.purchase_limit, greatest(2, scale(trim_scale(q.purchase_limit))))::text AS purchase_limit,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('description', i.description, 'quantity', trim_scale(i.quantity)::text)
       ORDER BY i.position), '[]') FROM purchase_request_lines i
     WHERE i.issuer_id = q.issuer_id AND i.request_id = q.id) AS lines
  FROM purchase_requests q WHERE q.state = 'approved')`;
