import type { Scheme } from '../wallet/schema';
import { NACHA } from './nacha/nacha';
import type { PaymentRail, RailName } from './rail';
import { SEPA } from './sepa/sepa';

/** The rails by their names. */
export const PAYMENT_RAILS: Readonly<Record<RailName, PaymentRail>> = { nacha: NACHA, sepa: SEPA };

/** The rail that collects from the bank accounts of a scheme. */
export const RAIL_OF: Readonly<Record<Scheme, RailName>> = { us: 'nacha', iban: 'sepa' };
