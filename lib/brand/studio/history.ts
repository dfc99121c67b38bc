import { database } from '../../core/database/database';
import { brandVersions } from '../brands/versions';
import { type Change, changesBetween, type DraftContent } from './leaves';
import type { SystemAdministrator } from './system-administrator';

export interface Version {
  version: number;
  publishedAt: Date;
  /** Null: it came with the installation. */
  publishedByName: string | null;
  restoredVersion: number | null;
  /** Against the version before it; for the first, everything. */
  changes: Change[];
}

const PAGE = 20;

/** A brand's published versions, newest first, `PAGE` of them from below the version `before`. */
export async function brandHistory(
  _by: SystemAdministrator,
  brandName: string,
  before?: number
): Promise<{ versions: Version[]; next: number | null }> {
  // One more, for the changes of the last.
  const rows = await brandVersions(database(), brandName, PAGE + 1, before);
  const versions = rows.slice(0, PAGE).map(({ content, ...row }, index) => ({
    ...row,
    changes: changesBetween(
      (rows[index + 1]?.content ?? null) as DraftContent | null,
      content as unknown as DraftContent
    )
  }));
  return { versions, next: rows.length > PAGE ? (versions.at(-1)?.version ?? null) : null };
}
