import { settingValue } from '../../../access/settings/setting-value';
import { database, type Transaction } from '../../../core/database/database';
import { config } from '../../../core/server/config';
import type { DisputeNetwork } from './network';
import { SIMULATED_NETWORK } from './simulated-network';

/** The networks by the names that `dispute.network` chooses from. */
export const NETWORKS = { simulated: SIMULATED_NETWORK } as const satisfies Record<string, DisputeNetwork>;
export type NetworkName = keyof typeof NETWORKS;

/** The network to which an issuer sends claims, or null: its desk works by hand. Production knows no simulated one. */
export async function networkOf(tx: Transaction, issuerId: string): Promise<NetworkName | null> {
  const chosen = await settingValue(tx, { issuerId, companyId: null }, 'dispute.network');
  return chosen === 'none' || config().TESSERA_MODE === 'production' ? null : chosen;
}

/** The files that the network of an issuer takes, as people read it; null: what the product takes. */
export async function takenFiles(
  issuerId: string,
  tx: Transaction = database()
): Promise<{ takes: DisputeNetwork['takes']; kinds: string; megabytes: number } | null> {
  const network = await networkOf(tx, issuerId);
  if (!network) return null;
  const { takes } = NETWORKS[network];
  return { takes, kinds: takes.kinds.join(', ').toUpperCase(), megabytes: takes.mostBytes / 1024 ** 2 };
}
