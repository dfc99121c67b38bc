import { randomInt, randomUUID } from 'node:crypto';
import type { Principal } from '@/lib/access/policy/principal';
import { database } from '@/lib/core/database/database';
import type { Values } from '@/lib/kit/setup/field';
import type { RequestEntry } from '@/lib/money/purchasing/entry';
import { createRequest } from '@/lib/money/purchasing/save-request';
import { ORIGIN } from './module-world';
import { aRecord, recordsOf } from './setup';
import type { StructureNode } from './structure';

/** What a template has that may spend a thousand a month. */
export const TEMPLATE = {
  currency: 'NOK',
  timeZone: 'Europe/Oslo',
  velocity: 'monthly',
  velocityAmount: '1000.00',
  validityLevels: ['expiry', 'status']
};

export interface Offered {
  company: StructureNode;
  type: string;
  supplier: string;
  template: string;
}

/** A supplier of a company with a merchant id of its own. */
export const aSupplier = (by: Principal, company: StructureNode, values: Values = {}): Promise<string> => {
  const merchantId = String(randomInt(1e14)).padStart(15, '0');
  return aRecord(by, 'supplier', recordsOf(company), {
    name: `Supplier ${merchantId}`,
    merchantId,
    emails: 'orders@supplier.example',
    language: 'en_US',
    ...values
  });
};

/** A purchase type, a supplier and a template of a company; null for a supplier that the requester chooses. */
export async function anOffer(
  by: Principal,
  company: StructureNode,
  { template = {}, supplier = {} }: { template?: Values; supplier?: Values } = {}
): Promise<Offered> {
  const name = String(randomInt(1e9));
  const type = await aRecord(by, 'purchase-type', recordsOf(company), { name });
  const supplierId = await aSupplier(by, company, supplier);
  return {
    company,
    type,
    supplier: supplierId,
    template: await aRecord(by, 'purchase-template', recordsOf(company), { name, ...TEMPLATE, type, ...template })
  };
}

/** What a requester says, of one line for 400.00. */
export const entryOf = ({ supplier }: Offered, more: Partial<RequestEntry> = {}): RequestEntry => ({
  invoices: null,
  behalfOf: null,
  supplierId: supplier,
  realCardId: null,
  purchaseLimit: '500.00',
  neededBy: null,
  note: null,
  custom: {},
  travel: {},
  lines: [{ number: 1, description: 'Two nights', quantity: '2', unitCost: '180.00', tax: '40.00' }],
  ...more
});

/** Puts a requester into an active group, as a rule a new one, that offers these records too. Returns the group's id. */
export async function inGroup({ userId }: Principal, { company, type, template }: Offered): Promise<string> {
  const { issuerId, id: companyId } = company;
  const known = await database().purchaseGroupUser.findFirst({ where: { issuerId, userId, groupState: 'active' } });
  const groupId = known?.groupId ?? randomUUID();
  if (!known) {
    const group = { issuerId, id: groupId, companyId, name: groupId, state: 'active', createdAt: new Date() } as const;
    await database().purchaseGroup.createMany({ data: group });
    await database().purchaseGroupUser.createMany({ data: { issuerId, groupId, userId, groupState: 'active' } });
  }
  await database().purchaseGroupRecord.createMany({
    data: [
      { issuerId, groupId, recordId: type, entity: 'purchase-type' },
      { issuerId, groupId, recordId: template, entity: 'purchase-template' }
    ],
    skipDuplicates: true
  });
  return groupId;
}

/** A draft of a requester, in a group of theirs: its id. @throws when it is refused */
export async function aRequest(by: Principal, offered: Offered, more: Partial<RequestEntry> = {}): Promise<string> {
  await inGroup(by, offered);
  const created = await createRequest(by, { templateId: offered.template, ...entryOf(offered, more) }, ORIGIN);
  if (!created.ok) throw new Error(JSON.stringify(created.refusals));
  return created.value;
}
