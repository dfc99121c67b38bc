import { appendAudit, type Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { config } from '../../core/server/config';
import { heirOf, setBrandStatus } from '../brands/brand-rows';
import { rereadBrands } from '../brands/directory';
import { lockPublishing, unfit } from '../brands/publish-content';
import { lockBrand } from './drafts';
import type { SystemAdministrator } from './system-administrator';

/**
 * Takes a brand off its host names and out of the lists, or brings it back as it was; nothing of it is
 * deleted. Refuses to archive the default brand and a brand that others inherit from, and to bring back
 * one that no longer fits among the others.
 */
export async function archiveBrand(
  by: SystemAdministrator,
  { name, archived }: { name: string; archived: boolean },
  origin: Origin
): Promise<Result<void>> {
  const refusal = await transaction(async (tx): Promise<Refusal | undefined> => {
    await lockPublishing(tx);
    const brand = await lockBrand(tx, name);
    if (!brand) return { code: 'not.found' };
    if (archived === (brand.status === 'retired')) return undefined;
    if (archived && name === config().TESSERA_DEFAULT_BRAND) return { code: 'brand.archive.default' };
    const heir = archived ? await heirOf(tx, name) : null;
    if (heir !== null) return { code: 'brand.archive.heirs', params: { brand: heir } };
    const misfit = !archived && brand.published && (await unfit(tx, name, brand.published));
    if (misfit) return misfit;
    const status = archived ? 'retired' : brand.published ? 'active' : 'draft';
    await setBrandStatus(tx, name, status);
    await appendAudit(tx, origin, {
      issuerId: by.issuerId,
      actorUserId: by.userId,
      action: archived ? 'brand.archived' : 'brand.brought_back',
      entity: 'brand',
      entityId: name
    });
  });
  if (refusal) return refused(refusal);
  await rereadBrands();
  return accepted(undefined);
}
