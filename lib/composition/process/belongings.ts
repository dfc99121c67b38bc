import type { Belongings } from '../../directory/people/merge-users';
import { reportsOfUser } from '../../directory/people/merged-reports';
import { splitProfilesOfUser } from '../../money/allocation/merged-owners';
import { amountsOfUser } from '../../money/approvals/authors';
import { approvalsOfUser } from '../../money/approvals/merged-approvers';

/** What the parts of the product keep for a user, and so what follows who is merged into another. */
export const BELONGINGS: readonly Belongings[] = [approvalsOfUser, amountsOfUser, splitProfilesOfUser, reportsOfUser];
