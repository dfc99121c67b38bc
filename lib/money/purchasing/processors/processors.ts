import { settingValue } from '../../../access/settings/setting-value';
import type { Transaction } from '../../../core/database/database';
import type { ProcessorName } from './names';
import type { CardProcessor } from './processor';
import { SIMULATED_PROCESSOR } from './simulated/simulated';
import { STRIPE } from './stripe/stripe';

/** The processors by their names. */
export const PROCESSORS: Readonly<Record<ProcessorName, CardProcessor>> = {
  simulated: SIMULATED_PROCESSOR,
  stripe: STRIPE
};

/** The processor at which an issuer issues new cards; a card stays at its own. */
export const processorOf = (tx: Transaction, issuerId: string): Promise<ProcessorName> =>
  settingValue(tx, { issuerId, companyId: null }, 'card.processor');
