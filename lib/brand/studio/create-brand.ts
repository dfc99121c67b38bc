import { z } from 'zod';
import { appendAudit, type Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { brandStatus, isAbbreviationTaken, reserveBrand } from '../brands/brand-rows';
import { lockPublishing } from '../brands/publish-content';
import { brandName, brandSchema } from '../brands/schema';
import { draftRow, lockBrand } from './drafts';
import type { DraftContent } from './leaves';
import type { SystemAdministrator } from './system-administrator';

/** `new` is the studio's own address. */
export const newBrandSchema = z.object({
  name: brandName.refine((name) => name !== 'new', 'brand.name.invalid'),
  abbreviation: brandSchema.shape.abbreviation,
  displayName: brandSchema.shape.displayName,
  /** The brand whose content it begins with. */
  from: z
    .union([z.literal(''), brandName])
    .optional()
    .transform((from) => from || undefined)
});

/**
 * Creates a brand as an unpublished draft, empty or as a copy of another brand's draft or version; host names are never
 * copied. Refuses a name or an abbreviation that exists.
 */
export function createBrand(
  by: SystemAdministrator,
  { name, abbreviation, displayName, from }: z.output<typeof newBrandSchema>,
  origin: Origin
): Promise<Result<string>> {
  return transaction(async (tx) => {
    await lockPublishing(tx);
    const source = from === undefined ? null : await lockBrand(tx, from);
    if (from !== undefined && !source) return refused({ code: 'not.found' });
    if (await brandStatus(tx, name, { lock: false })) return refused({ code: 'brand.name.taken', field: 'name' });
    if (await isAbbreviationTaken(tx, abbreviation)) {
      return refused({ code: 'brand.abbreviation.taken', field: 'abbreviation' });
    }
    const empty: DraftContent = {
      family: name,
      abbreviation,
      displayName,
      development: false,
      locales: [],
      theme: {},
      footer: {},
      texts: {},
      images: []
    };
    const { parent: _parent, ...reserved } = empty;
    await reserveBrand(tx, name, reserved);
    const content = { ...(source?.content ?? empty), abbreviation, displayName, development: false };
    await tx.brandDraft.create({ data: draftRow(by, name, content) });
    await appendAudit(tx, origin, {
      issuerId: by.issuerId,
      actorUserId: by.userId,
      action: 'brand.created',
      entity: 'brand',
      entityId: name,
      details: { from: from ?? null }
    });
    return accepted(name);
  });
}
