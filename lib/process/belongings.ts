import { splitProfilesOfUser } from '../allocation/merged-owners';
import { amountsOfUser } from '../approvals/authors';
import { approvalsOfUser } from '../approvals/merged-approvers';
import type { Belongings } from '../directory/people/merge-users';
import { reportsOfUser } from '../directory/people/merged-reports';

/** What the parts of the product keep for a user, and so what follows who is merged into another. */
export const BELONGINGS: readonly Belongings[] = [approvalsOfUser, amountsOfUser, splitProfilesOfUser, reportsOfUser];
