import type { Refusal } from '../../core/entry/refusal';
import { isRoutingNumber } from '../wallet/routing-number';
import { ibanSchema } from '../wallet/schema';
import { isCreditorId } from './creditor-id';

/** The IBAN that is credited, as it is typed. */
export const creditedIban = ibanSchema;

/** What is mistyped about an originator: numbers whose check digits are wrong. */
export function originatorFaults({
  routingNumber,
  creditorId
}: {
  routingNumber: string | null;
  creditorId: string | null;
}): Refusal[] {
  if (routingNumber && !isRoutingNumber(routingNumber))
    return [{ code: 'wallet.routing.invalid', field: 'routingNumber' }];
  return creditorId && !isCreditorId(creditorId) ? [{ code: 'originator.creditor.invalid', field: 'creditorId' }] : [];
}
