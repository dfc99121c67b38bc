import { appendAudit, type Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { type Result, refused } from '../../core/entry/refusal';
import { rereadBrands } from '../brands/directory';
import { lockPublishing, publishContent } from '../brands/publish-content';
import type { BrandContent } from '../brands/schema';
import { brandVersion } from '../brands/versions';
import { lockBrand } from './drafts';
import { faultsOf } from './faults';
import type { SystemAdministrator } from './system-administrator';

/**
 * Publishes a draft in one transaction, and stores it as a version. Refuses a draft that another user has changed, one
 * with a fault, and colours below WCAG AA. Resolves to the version's number.
 */
export async function publishDraft(
  by: SystemAdministrator,
  { name, basis }: { name: string; basis: string },
  origin: Origin
): Promise<Result<number>> {
  const result = await transaction(async (tx) => {
    await lockPublishing(tx);
    const brand = await lockBrand(tx, name);
    if (!brand) return refused({ code: 'not.found' });
    if (brand.status === 'retired') return refused({ code: 'brand.archived' });
    if (brand.basis !== basis) return refused({ code: 'brand.draft.changed' });
    const [fault] = faultsOf(brand.content);
    if (fault) return refused(fault);
    const published = await publishContent(tx, { name, content: brand.content, by });
    if (!published.ok) return published;
    await tx.brandDraft.deleteMany({ where: { brandName: name } });
    await appendAudit(tx, origin, {
      issuerId: by.issuerId,
      actorUserId: by.userId,
      action: 'brand.published',
      entity: 'brand',
      entityId: name,
      details: { version: published.value }
    });
    return published;
  });
  if (result.ok) await rereadBrands();
  return result;
}

/**
 * Publishes the content of an earlier version again, as a version of its own. Refused while there is a
 * draft, which would otherwise undo it unseen, and when `current` is no longer the version that is shown.
 */
export async function restoreVersion(
  by: SystemAdministrator,
  { name, version, current }: { name: string; version: number; current: number },
  origin: Origin
): Promise<Result<number>> {
  const result = await transaction(async (tx) => {
    await lockPublishing(tx);
    const brand = await lockBrand(tx, name);
    const old = await brandVersion(tx, name, version);
    if (!brand || !old) return refused({ code: 'not.found' });
    if (brand.status === 'retired') return refused({ code: 'brand.archived' });
    if (brand.draft) return refused({ code: 'brand.restore.draft' });
    if (brand.version !== current) return refused({ code: 'brand.draft.changed' });
    const content = old.content as unknown as BrandContent;
    // The product may have changed since: a text may be gone, a field have other bounds.
    const [fault] = faultsOf(content);
    if (fault) return refused(fault);
    const published = await publishContent(tx, { name, content, by, restoredVersion: version });
    if (!published.ok) return published;
    await appendAudit(tx, origin, {
      issuerId: by.issuerId,
      actorUserId: by.userId,
      action: 'brand.version_restored',
      entity: 'brand',
      entityId: name,
      details: { version: published.value, restored: version }
    });
    return published;
  });
  if (result.ok) await rereadBrands();
  return result;
}
