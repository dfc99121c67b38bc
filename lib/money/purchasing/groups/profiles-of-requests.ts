import { z } from 'zod';
import type { Transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { readRows } from '../../../core/database/rows';
import { type ApprovalProfile, profileAt, profilesInForce, profilesNamed } from '../../approvals/profiles-in-force';
import type { PurchaseRequest } from '../requests';

const groupRow = z.strictObject({ id: z.string(), profileId: z.string() });

type Asked = Pick<PurchaseRequest, 'companyId' | 'groupId' | 'path'>;

/**
 * The approval profile of each request: its group's (C3.019), else that of its place, as for transactions. With the
 * memberships of `userIds`; with `held` the profiles are locked until the transaction ends.
 */
export async function profilesOfRequests(
  tx: Transaction,
  {
    issuerId,
    requests,
    ...whom
  }: { issuerId: string; requests: readonly Asked[]; userIds: readonly string[]; held: boolean }
): Promise<(request: Asked) => ApprovalProfile | null> {
  const groupIds = [...new Set(requests.flatMap(({ groupId }) => groupId ?? []))];
  const groups = await readRows(tx, groupRow)`
    SELECT g.id, g.profile_id AS "profileId" FROM purchase_groups g
    WHERE g.issuer_id = ${issuerId}::uuid AND g.id = ANY(${groupIds}::uuid[]) AND g.profile_id IS NOT NULL
    ${whom.held ? Prisma.sql`FOR SHARE` : Prisma.empty}`;
  const named = await profilesNamed(tx, { issuerId, ids: groups.map(({ profileId }) => profileId), ...whom });
  const ofGroup = new Map(groups.map(({ id, profileId }) => [id, named.get(profileId)]));
  const companies = [...new Set(requests.map(({ companyId }) => companyId))];
  const placed = await profilesInForce(tx, {
    issuerId,
    where: Prisma.sql`x.company_id = ANY(${companies}::uuid[])`,
    ...whom
  });
  return ({ groupId, path }) => ofGroup.get(groupId ?? '') ?? profileAt(placed, path);
}
