import type { Transaction } from '../../core/database/database';
import { insertUser } from '../people/insert-user';

type Registered = Omit<Parameters<typeof insertUser>[1], 'first'> & {
  /** The user's role and place: a cardholder at an account, a company administrator at the company. */
  role: 'A' | 'C';
  nodeId: string;
};

/** Inserts the user at the end of a registration, with all permissions of the role. */
export function insertRegistered(tx: Transaction, { role, nodeId, ...user }: Registered): Promise<void> {
  const standpoint = { issuerId: user.issuerId, nodeIds: [nodeId], issuerGroupId: null };
  return insertUser(tx, { ...user, first: { role, authorityTemplateId: null, standpoint } });
}
