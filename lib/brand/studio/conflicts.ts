import { database, transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { lockBrand, type OpenBrand, writeDraft } from './drafts';
import { changesBetween, contentOf, type DraftContent, leavesOf } from './leaves';
import type { SystemAdministrator } from './system-administrator';

/** A field that a person's edit and the draft as it is now have differently. */
export interface Difference {
  path: string;
  mine: unknown;
  theirs: unknown;
  /** Whether only this user changed the field, so that the other value is the earlier one. */
  onlyMine: boolean;
}

export interface SetAside {
  setAsideAt: Date;
  differences: Difference[];
}

/** The user's values for a draft that another user changed, compared with the draft; null if there is no conflict. */
export async function openSetAside(by: SystemAdministrator, brand: OpenBrand): Promise<SetAside | null> {
  const where = { brandName_userId: { brandName: brand.name, userId: by.userId } };
  const edit = await database().brandEditSetAside.findUnique({ where });
  if (!edit) return null;
  const [mine, basis] = [edit.content, edit.basis] as unknown as [DraftContent, DraftContent];
  const changed = (content: DraftContent) => new Set(changesBetween(basis, content).map(({ path }) => path));
  const [byMe, byThem] = [changed(mine), changed(brand.content)];
  const differences = changesBetween(brand.content, mine)
    .filter(({ path }) => byMe.has(path))
    .map(({ path, from, to }) => ({ path, mine: to, theirs: from, onlyMine: !byThem.has(path) }));
  return { setAsideAt: edit.setAsideAt, differences };
}

/**
 * Resolves a conflict: the user's fields in `taken` go into the draft, the others are discarded. Refuses a draft that
 * has changed again; then nothing changes.
 */
export function resolveSetAside(
  by: SystemAdministrator,
  { name, basis, taken }: { name: string; basis: string; taken: string[] }
): Promise<Result<void>> {
  return transaction(async (tx) => {
    const brand = await lockBrand(tx, name);
    const where = { brandName_userId: { brandName: name, userId: by.userId } };
    const edit = brand && (await tx.brandEditSetAside.findUnique({ where }));
    if (!brand || !edit) return refused({ code: 'not.found' });
    if (brand.basis !== basis) return refused({ code: 'brand.draft.changed' });
    const mine = leavesOf(edit.content as unknown as DraftContent);
    const leaves = leavesOf(brand.content);
    for (const path of taken) leaves[path] = mine[path];
    await writeDraft(tx, by, brand, contentOf(leaves));
    await tx.brandEditSetAside.delete({ where });
    return accepted(undefined);
  });
}
