import type { UserRecord } from '@/lib/directory/people/user-record';
import type { signedInPrincipal } from '../../signed-in';

/** The props of each part of a user's page. */
export interface Section {
  page: Awaited<ReturnType<typeof signedInPrincipal>>;
  user: UserRecord;
  canMaintain: boolean;
  /**
   * Also set for a user partly outside the reader's part of the structure: the section then covers only the reader's
   * part.
   */
  canMaintainPart: boolean;
}
