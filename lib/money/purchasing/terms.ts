import { z } from 'zod';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { jsonOf, readRows } from '../../core/database/rows';
import { timeZoneAt } from '../../directory/structure/reads/today';
import { recordsOf } from '../../kit/setup/records-of';
import { type CustomField, customFieldsAmong } from '../transactions/custom-fields';
import type { Controls } from './controls';
import purchaseTemplate from './entities/purchase-template';
import { supplierInGroup, templateInGroup } from './groups/offered-in-group';
import { type OfferedCard, offeredCards, type RealCard } from './real-cards';
import { SUPPLIERS, TEMPLATES, TYPES } from './set-up-tables';
import { type TemplateValues, templateControls } from './template-controls';

const named = { id: z.string(), name: z.string() };

const supplierRow = z.strictObject({
  ...named,
  merchantId: z.string(),
  acquirerId: z.string().nullable(),
  locksCards: z.boolean(),
  straightThrough: z.boolean()
});
export type Supplier = z.infer<typeof supplierRow>;

/** What a template, its type and a supplier say about a request: stored with it, so that later changes don't reach it. */
export interface Terms {
  template: { id: string; name: string; values: TemplateValues };
  type: { id: string; name: string; codes: string[] | null };
  supplier: Supplier;
  /** The real card that pays, by its alias; absent where the company keeps none. */
  realCard?: RealCard;
  /** The time zone of the issuer. */
  timeZone: string;
  validityLevels: string[];
  customFields: CustomField[];
  listItems: string[];
}

export const termsSchema = jsonOf<Terms>();

/** The controls of the card of a request with these terms, approved on a day. */
export const controlsOf = ({ template, timeZone, type, supplier }: Terms, day: string): Controls =>
  templateControls(template.values, { timeZone, day, type, supplier });

/** A template that can be requested from, with the suppliers to choose from. */
export interface Offer extends Omit<Terms, 'supplier' | 'realCard'> {
  suppliers: Supplier[];
  /** The real cards to choose from. */
  realCards: OfferedCard[];
  /** Whether the template names the supplier. */
  isFixed: boolean;
}

const offeredRow = z.strictObject({ ...named, type: z.string(), currency: z.string() });

/** Where something is requested: a company, and the group of the requester; null: from before there were groups. */
export interface OfferedIn {
  issuerId: string;
  companyId: string;
  groupId: string | null;
}

/** The active templates of a group: what its users can request. */
export const offeredTemplates = (
  { issuerId, companyId, groupId }: OfferedIn,
  tx: Transaction = database()
): Promise<z.infer<typeof offeredRow>[]> =>
  readRows(tx, offeredRow)`
    SELECT r.id, r.name, y.name AS type, r.currency
    FROM ${TEMPLATES} r JOIN ${TYPES} y ON (y.issuer_id, y.id) = (r.issuer_id, r.type)
    WHERE r.issuer_id = ${issuerId}::uuid AND r.owner_id = ${companyId}::uuid AND r.active AND y.active
      AND ${templateInGroup(groupId)}
    ORDER BY r.name LIMIT 500`;

const partsRow = z.strictObject({
  typeName: z.string(),
  codes: z.array(z.string()).nullable(),
  isOffered: z.boolean()
});

/** What a template makes of a card: without a supplier where the requester chooses one. */
export type TemplateTerms = Pick<Terms, 'template' | 'type' | 'timeZone'> & { supplier: Supplier | null };

/** A template with its type and the time zone of its issuer. */
async function templateWith(
  tx: Transaction,
  { issuerId, id, groupId = null }: { issuerId: string; id: string; groupId?: string | null }
) {
  const [record] = await recordsOf(tx, purchaseTemplate)`
    WHERE r.issuer_id = ${issuerId}::uuid AND r.id = ${id}::uuid`;
  if (!record) return null;
  const { values } = record;
  const [parts] = await readRows(tx, partsRow)`
    SELECT y.name AS "typeName", y.codes, r.active AND y.active AND ${templateInGroup(groupId)} AS "isOffered"
    FROM ${TEMPLATES} r JOIN ${TYPES} y ON (y.issuer_id, y.id) = (r.issuer_id, r.type)
    WHERE r.issuer_id = ${issuerId}::uuid AND r.id = ${id}::uuid`;
  if (!parts) return null;
  return {
    record,
    isOffered: parts.isOffered,
    template: { id, name: values.name, values: values as TemplateValues },
    type: { id: values.type, name: parts.typeName, codes: parts.codes },
    timeZone: await timeZoneAt(issuerId, tx)
  };
}

const suppliersWhere = (tx: Transaction, condition: Prisma.Sql): Promise<Supplier[]> =>
  readRows(tx, supplierRow)`
    SELECT r.id, r.name, r.merchant_id AS "merchantId", r.acquirer_id AS "acquirerId", r.locks_cards AS "locksCards",
      r.straight_through AS "straightThrough"
    FROM ${SUPPLIERS} r WHERE ${condition} ORDER BY r.name LIMIT 500`;

/** What a template makes of a card, also an inactive one; for a page that has proven that its reader sees it. */
export async function termsOfTemplate(
  key: { issuerId: string; id: string },
  tx: Transaction = database()
): Promise<TemplateTerms | null> {
  const found = await templateWith(tx, key);
  if (!found) return null;
  const { template, type, timeZone, record } = found;
  const condition = Prisma.sql`r.issuer_id = ${key.issuerId}::uuid AND r.id = ${record.values.supplier}::uuid`;
  const [supplier] = record.values.supplier ? await suppliersWhere(tx, condition) : [];
  return { template, type, timeZone, supplier: supplier ?? null };
}

/** An active template of a group as it is now; null if there is none. */
export async function offerOf(
  { issuerId, companyId, groupId }: OfferedIn,
  templateId: string,
  tx: Transaction = database()
): Promise<Offer | null> {
  const found = await templateWith(tx, { issuerId, id: templateId, groupId });
  if (!found?.isOffered || found.record.ownerId !== companyId) return null;
  const { template, type, timeZone, record } = found;
  const { supplier, customFields, listItems, validityLevels } = record.values;
  return {
    template,
    type,
    timeZone,
    validityLevels,
    suppliers: await suppliersWhere(
      tx,
      Prisma.sql`r.issuer_id = ${issuerId}::uuid AND r.owner_id = ${companyId}::uuid AND r.active
        AND (r.id = ${supplier}::uuid OR ${supplier}::uuid IS NULL AND ${supplierInGroup(groupId)})`
    ),
    realCards: await offeredCards(tx, { issuerId, companyId }),
    isFixed: supplier !== null,
    customFields: await customFieldsAmong(tx, issuerId, customFields ?? []),
    listItems: listItems ?? []
  };
}
