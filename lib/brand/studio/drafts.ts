import { database, type Transaction, transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { brandStatus } from '../brands/brand-rows';
import { type BrandContent, brandName } from '../brands/schema';
import { brandVersion, lastVersion } from '../brands/versions';
import { changesBetween, contentOf, type DraftContent, leavesOf } from './leaves';
import type { SystemAdministrator } from './system-administrator';

/** A brand in the studio. */
export interface OpenBrand {
  name: string;
  status: 'draft' | 'active' | 'retired';
  /** The published version; 0: never published. */
  version: number;
  published: BrandContent | null;
  /** The draft, or the published content without one. */
  content: DraftContent;
  draft: { revision: number; savedAt: Date; savedByName: string } | null;
  /** Identifies the content above; a save must name its basis. */
  basis: string;
}

/** A brand with its draft, or null. */
export async function openBrand(_by: SystemAdministrator, name: string): Promise<OpenBrand | null> {
  return brandName.safeParse(name).success ? readBrand(database(), name) : null;
}

/** Does the same, and locks the draft and its publication until the transaction ends. */
export async function lockBrand(tx: Transaction, name: string): Promise<OpenBrand | null> {
  if (!brandName.safeParse(name).success) return null;
  return readBrand(tx, name, { lock: true });
}

async function readBrand(tx: Transaction, name: string, { lock = false } = {}): Promise<OpenBrand | null> {
  const status = await brandStatus(tx, name, { lock });
  if (!status) return null;
  const version = await lastVersion(tx, name);
  const draft = await tx.brandDraft.findFirst({ where: { brandName: name }, orderBy: { revision: 'desc' } });
  const published = version && (version.content as unknown as BrandContent);
  const content = draft ? (draft.content as unknown as DraftContent) : published;
  if (!content) throw new Error(`brand ${name} has neither a version nor a draft`);
  return {
    name,
    status,
    version: version?.version ?? 0,
    published,
    content,
    draft,
    basis: `${version?.version ?? 0}.${draft?.revision ?? 0}`
  };
}

/**
 * Saves a draft: `change` makes the new content from the content that `basis` names. If another user has saved or
 * published since, nothing is overwritten: the entry is set aside, and the refusal is `brand.conflict.title`. Returns
 * the new basis.
 */
export function saveDraft(
  by: SystemAdministrator,
  { name, basis }: { name: string; basis: string },
  change: (content: DraftContent) => DraftContent
): Promise<Result<string>> {
  return transaction(async (tx) => {
    const brand = await lockBrand(tx, name);
    if (!brand) return refused({ code: 'not.found' });
    if (brand.status === 'retired') return refused({ code: 'brand.archived' });
    if (brand.basis !== basis) {
      await setAside(tx, by, { name, basis }, change);
      return refused({ code: 'brand.conflict.title' });
    }
    return accepted(await writeDraft(tx, by, brand, change(brand.content)));
  });
}

/** Writes the next revision, if it changes anything. Returns the new basis. */
export async function writeDraft(
  tx: Transaction,
  by: SystemAdministrator,
  brand: OpenBrand,
  content: DraftContent
): Promise<string> {
  if (changesBetween(brand.content, content).length === 0) return brand.basis;
  const { revision } = await tx.brandDraft.create({ data: draftRow(by, brand.name, content) });
  return `${brand.version}.${revision}`;
}

export function draftRow(by: SystemAdministrator, brandName: string, content: DraftContent) {
  return { brandName, content: content as object, savedAt: now(), savedBy: by.userId, savedByName: by.name };
}

/**
 * Deletes a draft, so that editing continues from the published version. Refuses a stale basis, and a brand that was
 * never published.
 */
export function discardDraft(
  _by: SystemAdministrator,
  { name, basis }: { name: string; basis: string }
): Promise<Result<void>> {
  return transaction(async (tx) => {
    const brand = await lockBrand(tx, name);
    if (!brand?.published) return refused({ code: 'not.found' });
    if (brand.basis !== basis) return refused({ code: 'brand.draft.changed' });
    await tx.brandDraft.deleteMany({ where: { brandName: name } });
    return accepted(undefined);
  });
}

async function setAside(
  tx: Transaction,
  by: SystemAdministrator,
  { name, basis }: { name: string; basis: string },
  change: (content: DraftContent) => DraftContent
): Promise<void> {
  const [, version = 0, revision = 0] = (/^(\d{1,9})\.(\d{1,9})$/.exec(basis) ?? []).map(Number);
  const from = (await contentAt(tx, name, version, revision)) as DraftContent;
  const where = { brandName_userId: { brandName: name, userId: by.userId } };
  const earlier = await tx.brandEditSetAside.findUnique({ where });
  const mine = change(from);
  // The earlier entry set aside is kept with the new one.
  const content = earlier ? withChanges(earlier.content as unknown as DraftContent, from, mine) : mine;
  const edit = { content: content as object, setAsideAt: now() };
  await tx.brandEditSetAside.upsert({
    where,
    create: { brandName: name, userId: by.userId, basis: from as object, ...edit },
    update: edit
  });
}

/** A content with the fields that differ between two others, with the second's values. */
function withChanges(content: DraftContent, from: DraftContent, to: DraftContent): DraftContent {
  const changed = changesBetween(from, to).map((change) => [change.path, change.to]);
  return contentOf({ ...leavesOf(content), ...Object.fromEntries(changed) });
}

/** The content of a basis: the draft's revision or, if that is gone, the version under it or the current content. */
async function contentAt(tx: Transaction, brandName: string, version: number, revision: number): Promise<unknown> {
  const draft = await tx.brandDraft.findFirst({ where: { brandName, revision } });
  const published = draft ?? (await brandVersion(tx, brandName, version));
  return (published ?? (await readBrand(tx, brandName)))?.content;
}
