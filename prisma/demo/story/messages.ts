import { database } from '../../../lib/core/database/database';
import type { MessageEntry } from '../../../lib/kit/inbox/schema';
import { sendMessage } from '../../../lib/kit/inbox/send-message';
import { administratorOf, asUser, ORIGIN, type Person } from '../as-user';
import type { IssuerPlan } from '../plan';

type Words = Pick<MessageEntry, 'subject' | 'body' | 'roles' | 'mustConfirm'>;

const FROM_ISSUER: readonly Words[] = [
  {
    subject: 'Never give your PIN to anybody',
    body: 'Criminals call in our name and ask for PINs and passcodes.\nWe never do. Hang up, and call the number on your card.',
    roles: [],
    mustConfirm: true
  },
  {
    subject: 'Maintenance on the first Sunday of the month',
    body: 'From 02:00 to 04:00 the workspace is closed. Cards work as usual.',
    roles: [],
    mustConfirm: false
  }
];
const FROM_COMPANY: readonly Words[] = [
  {
    subject: 'Receipts until the fifth',
    body: 'Please add the receipts of a month until the fifth of the next one, so that we can close the books.',
    roles: ['A'],
    mustConfirm: false
  }
];

/** Messages from an issuer to everybody, and from its house company to its cardholders. @throws when one is refused */
export async function sendMessages({ number, house }: IssuerPlan, today: string): Promise<void> {
  const { id: issuerId } = await database().issuer.findUniqueOrThrow({ where: { number } });
  await sendAs(await administratorOf(issuerId), issuerId, FROM_ISSUER, today);
  const company = await database().node.findFirst({ where: { issuerId, kind: 'company', name1: house.name } });
  const administrator = await database().user.findFirst({
    where: { issuerId, nodeId: company?.id, role: 'C', status: 'active' },
    orderBy: { id: 'asc' }
  });
  if (company && administrator) await sendAs(administrator, company.id, FROM_COMPANY, today);
}

const sendAs = (sender: Person, nodeId: string, messages: readonly Words[], firstDay: string) =>
  asUser(sender, async (principal) => {
    for (const words of messages) {
      const sent = await sendMessage(principal, { ...words, nodeId, firstDay, lastDay: null }, ORIGIN);
      if (!sent.ok) throw new Error(`message: ${JSON.stringify(sent.refusal)}`);
    }
  });
