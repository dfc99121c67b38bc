import { database, type Transaction, transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { type BrandContent, brandName } from '../brands/schema';
import { changesBetween, contentOf, type DraftContent, leavesOf } from './leaves';
import type { SystemAdministrator } from './system-administrator';

/** A brand as the studio edits it. */
export interface OpenBrand {
  name: string;
  status: 'draft' | 'active' | 'retired';
  /** The published version; 0: never published. */
  version: number;
  published: BrandContent | null;
  /** The draft, or what is published where there is none. */
  content: DraftContent;
  draft: { revision: number; savedAt: Date; savedByName: string } | null;
  /** Names the content above: who saves must say what they began from. */
  basis: string;
}

/** A brand with its draft; null when there is none of that name. */
export async function openBrand(_by: SystemAdministrator, name: string): Promise<OpenBrand | null> {
  return brandName.safeParse(name).success ? readBrand(database(), name) : null;
}

/** As `openBrand`, and nobody else writes its draft or publishes it before the transaction ends. */
export async function lockBrand(tx: Transaction, name: string): Promise<OpenBrand | null> {
  if (!brandName.safeParse(name).success) return null;
  await tx.$executeRaw`SELECT 1 FROM brands WHERE name = ${name} FOR UPDATE`;
  return readBrand(tx, name);
}

async function readBrand(tx: Transaction, name: string): Promise<OpenBrand | null> {
  const row = await tx.brand.findUnique({ where: { name } });
  if (!row) return null;
  const last = { where: { brandName: name }, orderBy: { version: 'desc' } } as const;
  const version = await tx.brandVersion.findFirst(last);
  const draft = await tx.brandDraft.findFirst({ where: { brandName: name }, orderBy: { revision: 'desc' } });
  const published = version && (version.content as unknown as BrandContent);
  const content = draft ? (draft.content as unknown as DraftContent) : published;
  if (!content) throw new Error(`brand ${name} has neither a version nor a draft`);
  return {
    name,
    status: row.status,
    version: version?.version ?? 0,
    published,
    content,
    draft,
    basis: `${version?.version ?? 0}.${draft?.revision ?? 0}`
  };
}

/**
 * Saves a draft: `change` makes the new content from what the person began with, which `basis` names.
 * When somebody else has saved or published since, nothing is overwritten: what the person typed is set
 * aside, and `brand.conflict.title` is the answer. Resolves to the new basis.
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

/** Writes the next revision; one that changes nothing isn't written. Resolves to the basis after it. */
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

/** Drops a draft, so that the published version is what is edited next. Refuses a stale basis, and a brand that was never published. */
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
  // What was set aside before isn't lost to what is set aside now.
  const content = earlier ? withChanges(earlier.content as unknown as DraftContent, from, mine) : mine;
  const edit = { content: content as object, setAsideAt: now() };
  await tx.brandEditSetAside.upsert({
    where,
    create: { brandName: name, userId: by.userId, basis: from as object, ...edit },
    update: edit
  });
}

/** A content with the fields that differ between two others, as the second has them. */
function withChanges(content: DraftContent, from: DraftContent, to: DraftContent): DraftContent {
  const changed = changesBetween(from, to).map((change) => [change.path, change.to]);
  return contentOf({ ...leavesOf(content), ...Object.fromEntries(changed) });
}

/** What a basis named: the draft's revision, or, when that is gone, the version under it or what is there now. */
async function contentAt(tx: Transaction, brandName: string, version: number, revision: number): Promise<unknown> {
  const draft = await tx.brandDraft.findFirst({ where: { brandName, revision } });
  const published = draft ?? (await tx.brandVersion.findFirst({ where: { brandName, version } }));
  return (published ?? (await readBrand(tx, brandName)))?.content;
}
