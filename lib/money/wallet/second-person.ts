import type { Principal } from '../../access/policy/principal';
import { settingValue } from '../../access/settings/setting-value';
import type { Transaction } from '../../core/database/database';
import { otherAdministrators } from '../../directory/people/administrators';
import { knownUser } from '../../directory/people/known-user';
import { postNotice } from '../../kit/notices/post-notice';

/** The place that asks for a second person: one of the principal's companies, else their issuer; undefined if none does. */
export async function placeThatAsks(
  tx: Transaction,
  { issuerId, scope }: Principal
): Promise<{ issuerId: string; companyId: string | null } | undefined> {
  const companies = new Set(scope.subtrees.map(({ companyId }) => companyId));
  for (const companyId of companies.size > 0 ? companies : [null])
    if (await settingValue(tx, { issuerId, companyId }, 'wallet.second.person')) return { issuerId, companyId };
  return undefined;
}

/** Tells those who can confirm a proposed bank account. */
export async function tellAdministrators(
  tx: Transaction,
  { issuerId, userId }: Principal,
  { companyId, accountId }: { companyId: string | null; accountId: string }
): Promise<void> {
  const owner = await knownUser(tx, { issuerId, id: userId });
  for (const id of await otherAdministrators(tx, { issuerId, companyId, userId }))
    await postNotice(tx, {
      issuerId,
      userId: id,
      kind: 'payment.account.proposed',
      params: { name: owner?.name ?? '–' },
      href: `/workspace/bank-accounts/${accountId}`
    });
}
