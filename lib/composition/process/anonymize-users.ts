import type { Chore } from '../../core/server/chores';
import { anonymizeDeletedUsers } from '../../directory/people/anonymize-users';
import { BELONGINGS } from './belongings';

/** Removes the names, addresses and credentials of users who were deleted long enough ago (CD.5, CD.31). */
export const anonymizeUsers: Chore = () => anonymizeDeletedUsers(BELONGINGS);
