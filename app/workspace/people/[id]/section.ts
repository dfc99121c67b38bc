import type { UserRecord } from '@/lib/directory/people/user-record';
import type { signedInPrincipal } from '../../signed-in';

/** What each part of a user's page is given. */
export interface Section {
  page: Awaited<ReturnType<typeof signedInPrincipal>>;
  user: UserRecord;
  canMaintain: boolean;
  /** Also of who stands in part out of the reader's: what concerns the reader's own part. */
  canMaintainPart: boolean;
}
