import { appendAudit, type Origin, SYSTEM_ISSUER_ID } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { keyOfMessage } from '../../core/language/texts';
import { rereadBrands } from './directory';
import { keepImageFile } from './images';
import { publishContent } from './publish-content';
import { type BrandInput, brandSchema, type ImageKind, type ImageType, type StoredBrand } from './schema';

export interface BrandImage {
  kind: ImageKind;
  mediaType: ImageType;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Creates a brand or publishes its next version from a file of the installation, in one transaction. Its host names
 * count as verified. Refuses invalid fields, an unknown parent and an unreadable theme (WCAG AA). All processes reload
 * their brands after the commit.
 */
export async function saveBrand(input: BrandInput, images: BrandImage[], origin: Origin): Promise<Result<StoredBrand>> {
  const parsed = brandSchema.safeParse(input);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return refused({ code: keyOfMessage(issue?.message ?? ''), field: issue?.path.join('.') ?? '' });
  }
  const { name, hostnames, ...fields } = parsed.data;
  const refusal = await transaction(async (tx): Promise<Refusal | undefined> => {
    const kept = [];
    for (const { kind, mediaType, bytes } of images) {
      kept.push({ kind, mediaType, digest: await keepImageFile(tx, mediaType, bytes) });
    }
    const published = await publishContent(tx, { name, content: { ...fields, images: kept }, by: null });
    if (!published.ok) return published.refusal;
    await tx.brandHostname.createMany({
      data: hostnames.map((hostname) => ({ hostname, brandName: name })),
      skipDuplicates: true
    });
    await appendAudit(tx, origin, {
      issuerId: SYSTEM_ISSUER_ID,
      action: 'brand.saved',
      entity: 'brand',
      entityId: name
    });
  });
  if (refusal) return refused(refusal);
  await rereadBrands();
  return accepted(parsed.data);
}
