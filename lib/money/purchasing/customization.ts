import { z } from 'zod';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows, textOf } from '../../core/database/rows';
import { storedFile } from '../../core/files/stored-files';
import { referencesOf, rowsOf } from '../../kit/setup/records-of';
import cardCustomization from './entities/card-customization';
import cardField from './entities/card-field';
import type { PurchaseRequest } from './requests';

type CardField = keyof NonNullable<typeof cardField.fields.field.options> & string;

const fieldRow = z.strictObject({ field: textOf<CardField>(), label: z.string() });
const graphicRow = z.strictObject({ graphic: z.string().nullable() });

/** What the card of a request shows by the customization of its real card (C3.031). */
export interface Customization {
  fields: z.infer<typeof fieldRow>[];
  hasGraphic: boolean;
}

type Paid = Pick<PurchaseRequest, 'issuerId' | 'terms'>;

/** Customizations `c` with each of their real cards `t`. */
const CUSTOMIZED = Prisma.sql`${rowsOf(cardCustomization)} c
  JOIN ${referencesOf(cardCustomization, 'realCards')} t ON (t.issuer_id, t.record_id) = (c.issuer_id, c.id)`;

/** The customization of a request's real card; null where it has none. */
export async function customizationOf(request: Paid): Promise<Customization | null> {
  const graphic = await graphicId(request);
  if (graphic === undefined) return null;
  const fields = await readRows(database(), fieldRow)`
    SELECT f.field, f.label FROM ${rowsOf(cardField)} f, ${CUSTOMIZED}
    WHERE (c.issuer_id, c.id) = (f.issuer_id, f.parent_id) AND f.issuer_id = ${request.issuerId}::uuid AND f.active AND c.active
      AND t.target_record_id = ${request.terms.realCard?.id}::uuid
    ORDER BY f.position`;
  return { fields, hasGraphic: graphic !== null };
}

/** The graphic of a request's card; null where there is none. */
export async function cardGraphic(request: Paid): Promise<Awaited<ReturnType<typeof storedFile>>> {
  const id = await graphicId(request);
  return id ? storedFile(database(), { issuerId: request.issuerId, id }) : null;
}

async function graphicId({ issuerId, terms }: Paid): Promise<string | null | undefined> {
  if (!terms.realCard) return undefined;
  const [row] = await readRows(database(), graphicRow)`
    SELECT c.graphic FROM ${CUSTOMIZED}
    WHERE c.issuer_id = ${issuerId}::uuid AND c.active AND t.target_record_id = ${terms.realCard.id}::uuid`;
  return row?.graphic;
}
