import type { Principal } from '../../access/policy/principal';
import { database } from '../../core/database/database';
import { currencyOf } from '../../directory/structure/companies';
import { destinationsOf } from '../allowances/allowance-days';
import { allowanceRates } from '../allowances/rates';

/** The destinations for which a company of the principal pays a day allowance, in their order, each once. */
export async function destinationsOffered({ scope }: Pick<Principal, 'scope'>): Promise<string[]> {
  const companies = new Map(
    scope.subtrees.flatMap(({ issuerId, companyId }) => (companyId ? [[companyId, { issuerId, companyId }]] : []))
  );
  const rates = await Promise.all(
    [...companies.values()].map(async ({ issuerId, companyId }) =>
      allowanceRates({ issuerId, companyId, currency: await currencyOf(database(), issuerId, companyId) })
    )
  );
  return destinationsOf(rates.flat());
}
