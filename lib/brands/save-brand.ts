import { appendAudit, type Origin, SYSTEM_ISSUER_ID } from '../core/audit';
import { now } from '../core/clock';
import { transaction } from '../core/database';
import { accepted, type Refusal, type Result, refused } from '../core/refusal';
import { invalidateBrands } from './directory';
import { type BrandInput, brandSchema, type StoredBrand } from './schema';
import { contrastFaults, DEFAULT_THEME, type Theme } from './theme';

export interface BrandImage {
  kind: 'logo' | 'footer';
  mediaType: 'image/svg+xml' | 'image/png' | 'image/jpeg' | 'image/gif';
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Creates or replaces a brand with its hostnames, texts and images, as one transaction. Refuses fields
 * out of bounds, an unknown parent and a theme that can't be read (WCAG AA). Every process forgets its
 * brands at the commit.
 */
export async function saveBrand(input: BrandInput, images: BrandImage[], origin: Origin): Promise<Result<StoredBrand>> {
  const parsed = brandSchema.safeParse(input);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return refused({ code: issue?.message ?? 'invalid.entry', field: issue?.path.join('.') ?? '' });
  }
  const brand = parsed.data;
  const refusal = await transaction(async (tx): Promise<Refusal | undefined> => {
    const parent = brand.parent ? await tx.brand.findUnique({ where: { name: brand.parent } }) : null;
    if (brand.parent && !parent) return { code: 'brand.parent.unknown', field: 'parent' };
    const fault = contrastFaults({ ...DEFAULT_THEME, ...(parent?.theme as Partial<Theme>), ...brand.theme })[0];
    if (fault) return { code: 'brand.contrast', field: `theme.${fault.text}`, params: { ...fault } };
    const { parent: parentName = null, hostnames, texts, ...fields } = brand;
    const row = { ...unset(fields), parentName, updatedAt: now() };
    await tx.brand.upsert({
      where: { name: brand.name },
      create: row,
      update: { ...row, version: { increment: 1 } }
    });
    const owned = { where: { brandName: brand.name } };
    await tx.brandHostname.deleteMany(owned);
    await tx.brandHostname.createMany({ data: hostnames.map((hostname) => ({ hostname, brandName: brand.name })) });
    await tx.brandText.deleteMany(owned);
    await tx.brandText.createMany({
      data: Object.entries(texts).flatMap(([locale, byKey]) =>
        Object.entries(byKey).map(([key, value]) => ({ brandName: brand.name, locale, key, value }))
      )
    });
    await tx.brandImage.deleteMany(owned);
    await tx.brandImage.createMany({ data: images.map((image) => ({ ...image, brandName: brand.name })) });
    await appendAudit(tx, origin, {
      issuerId: SYSTEM_ISSUER_ID,
      action: 'brand.saved',
      entity: 'brand',
      entityId: brand.name
    });
  });
  if (refusal) return refused(refusal);
  invalidateBrands();
  return accepted(brand);
}

/** What the form leaves out is stored as null, so that it is inherited. */
function unset(fields: Omit<StoredBrand, 'parent' | 'hostnames' | 'texts'>) {
  return {
    ...fields,
    appName: fields.appName ?? null,
    signInToLabel: fields.signInToLabel ?? null,
    companySelfRegisterSupported: fields.companySelfRegisterSupported ?? null,
    prospectiveAccountApplicationSupported: fields.prospectiveAccountApplicationSupported ?? null,
    fssoRedirectUrl: fields.fssoRedirectUrl ?? null,
    fssoLogoutUrl: fields.fssoLogoutUrl ?? null,
    mailFromName: fields.mailFromName ?? null,
    mailFromAddress: fields.mailFromAddress ?? null,
    passwordResetLink: fields.passwordResetLink ?? null,
    oneTimePinRequired: fields.oneTimePinRequired ?? null,
    passkeysAllowed: fields.passkeysAllowed ?? null,
    footerLayout: fields.footerLayout ?? null
  };
}
