import { database, type Transaction } from '../../core/database/database';
import { recordsOf } from '../../kit/setup/records-of';
import type { AllowanceRate } from './allowance-days';
import allowanceRate from './entities/allowance-rate';

/** A company's active allowance rates in a currency, by destination and time (C1.003). */
export async function allowanceRates(
  { issuerId, companyId, currency }: { issuerId: string; companyId: string; currency: string },
  tx: Transaction = database()
): Promise<AllowanceRate[]> {
  const rates = await recordsOf(tx, allowanceRate)`
    WHERE r.issuer_id = ${issuerId}::uuid AND r.owner_id = ${companyId}::uuid AND r.active AND r.currency = ${currency}
    ORDER BY lower(r.name), r.effective_from DESC, r.id`;
  return rates.map(({ id, values }) => {
    const { name: destination, fullDay, fullFrom, effectiveFrom: from, expiresOn: to } = values;
    const partFrom = values.partFrom ?? '0';
    return {
      id,
      destination,
      fullDay,
      fullFrom,
      partFrom,
      from,
      to,
      partDay: values.partDay ?? '0',
      oneDayFrom: values.oneDayFrom ?? partFrom,
      breakfast: values.breakfast ?? '0',
      lunch: values.lunch ?? '0',
      dinner: values.dinner ?? '0'
    };
  });
}
