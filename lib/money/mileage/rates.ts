import { database, type Transaction } from '../../core/database/database';
import { recordsOf } from '../../kit/setup/records-of';
import mileageRate from './entities/mileage-rate';
import type { MileageRate } from './trip-amount';

/** A company's active mileage rates in a currency, the default one first, then by vehicle and time (C3.022). */
export async function mileageRates(
  { issuerId, companyId, currency }: { issuerId: string; companyId: string; currency: string },
  tx: Transaction = database()
): Promise<MileageRate[]> {
  const rates = await recordsOf(tx, mileageRate)`
    WHERE r.issuer_id = ${issuerId}::uuid AND r.owner_id = ${companyId}::uuid AND r.active AND r.currency = ${currency}
    ORDER BY r.is_default DESC, lower(r.name), r.effective_from DESC NULLS LAST, r.id`;
  return rates.map(({ id, values }) => {
    const { name: vehicle, unit, rate, perPassenger, effectiveFrom: from, expiresOn: to } = values;
    const steps = [
      { above: values.secondFrom, rate: values.secondRate },
      { above: values.thirdFrom, rate: values.thirdRate }
    ].flatMap(({ above, rate: paid }) => (above && paid ? [{ above, rate: paid }] : []));
    return { id, vehicle, unit, rate, perPassenger: perPassenger ?? '0', steps, from, to };
  });
}
