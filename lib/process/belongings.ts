import { splitProfilesOfUser } from '../allocation/merged-owners';
import { approvalsOfUser } from '../approvals/merged-approvers';
import type { Belongings } from '../people/merge-users';

/** What the parts of the product above people keep for a user, and so what follows who is merged into another. */
export const BELONGINGS: readonly Belongings[] = [approvalsOfUser, splitProfilesOfUser];
