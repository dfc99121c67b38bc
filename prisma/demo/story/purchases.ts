import { database } from '../../../lib/core/database/database';
import { submitRequest } from '../../../lib/money/purchasing/change-state';
import { approveRequest } from '../../../lib/money/purchasing/decide-request';
import type { RequestEntry } from '../../../lib/money/purchasing/entry';
import { activeGroup } from '../../../lib/money/purchasing/groups/active-group';
import { placeOfRequests } from '../../../lib/money/purchasing/place-of-requests';
import { createRequest } from '../../../lib/money/purchasing/save-request';
import { offeredTemplates, offerOf } from '../../../lib/money/purchasing/terms';
import { limitIn } from '../approval-profile';
import { asUser, ORIGIN, type Person } from '../as-user';

/** What is asked for, and how far it has come. */
const WANTED = [
  { template: 'A stay', description: 'Two nights with breakfast', dollars: 300, until: 'approved' },
  { template: 'Supplies of a month', description: 'Paper and toner', dollars: 120, until: 'pending' },
  { template: 'Supplies of a month', description: 'Work gloves', dollars: 40, until: 'draft' }
] as const;

/**
 * Lets a cardholder of a purchase group ask for purchases; an administrator of the company approves the first. Returns what
 * is approved. @throws when a request is refused
 */
export async function requestPurchases(holder: Person): Promise<Asked[]> {
  const approved: Asked[] = [];
  for (const wanted of WANTED) {
    const asked = await asUser(holder, (principal) => ask(principal, wanted));
    if (asked && wanted.until === 'approved' && (await approve(asked))) approved.push(asked);
  }
  return approved;
}

type Principal = Parameters<typeof createRequest>[0];
interface Asked {
  id: string;
  issuerId: string;
  companyId: string;
}

async function ask(principal: Principal, wanted: (typeof WANTED)[number]): Promise<Asked | null> {
  const place = placeOfRequests(principal);
  if (!place) return null;
  const { issuerId } = principal;
  const { companyId } = place;
  const group = await activeGroup({ issuerId, companyId, userId: principal.userId });
  if (!group) return null;
  const at = { issuerId, companyId, groupId: group.id };
  const offered = await offeredTemplates(at);
  const templateId = offered.find(({ name }) => name === wanted.template)?.id;
  const offer = templateId ? await offerOf(at, templateId) : null;
  const supplier = offer?.suppliers[0];
  if (!offer || !templateId || !supplier) return null;
  const amount = limitIn(offer.template.values.currency, wanted.dollars);
  const entry: RequestEntry = {
    invoices: null,
    behalfOf: null,
    supplierId: supplier.id,
    realCardId: offer.realCards[0]?.id ?? null,
    purchaseLimit: amount,
    neededBy: null,
    note: null,
    custom: {},
    lines: [{ number: 1, description: wanted.description, quantity: '1', unitCost: amount, tax: '0' }],
    travel: Object.fromEntries((offer.template.values.travel ?? []).map((section) => [section, 'Tromso, two nights']))
  };
  const created = await createRequest(principal, { templateId, ...entry }, ORIGIN);
  if (!created.ok) throw new Error(`purchase request: ${JSON.stringify(created.refusals)}`);
  if (wanted.until !== 'draft') {
    const submitted = await submitRequest(principal, { id: created.value, version: 1 }, ORIGIN);
    if (!submitted.ok) throw new Error(`purchase request: ${JSON.stringify(submitted.refusal)}`);
  }
  return { id: created.value, issuerId, companyId };
}

/** Lets the first administrator approve whose level covers it; where none does, the request waits: false. */
async function approve({ id, issuerId, companyId }: Asked): Promise<boolean> {
  const administrators = await database().user.findMany({
    where: { issuerId, companyId, role: 'C', status: 'active' },
    orderBy: { id: 'asc' },
    take: 5
  });
  for (const administrator of administrators) {
    const approved = await asUser(administrator, (principal) =>
      approveRequest(principal, { id, version: 2 }, 'Have a good trip', ORIGIN)
    );
    if (approved.ok) return true;
  }
  return false;
}
