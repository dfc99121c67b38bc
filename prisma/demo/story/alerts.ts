import { database } from '../../../lib/core/database/database';
import { alertPlaces } from '../../../lib/money/alerts/places';
import { createAlert } from '../../../lib/money/alerts/save-alert';
import { alertSchema } from '../../../lib/money/alerts/schema';
import { asUser, ORIGIN } from '../as-user';

interface Story {
  userId: string;
  name: string;
  rule: Record<string, unknown>;
}

/** What the demo's own people want to be told of; the amounts are in the currency of their places. */
const STORIES: readonly Story[] = [
  {
    userId: 'henrik.dahl',
    name: 'Large purchases',
    rule: { measure: 'charge', amount: '10000' }
  },
  {
    userId: 'henrik.dahl',
    name: 'Hotels and flights',
    rule: { measure: 'any', categories: ['hotels', 'airlines'] }
  },
  {
    userId: 'anna.lindqvist',
    name: 'My month',
    rule: { measure: 'card_total', amount: '20000', period: 'month', early: true }
  },
  {
    userId: 'anna.lindqvist',
    name: 'Declined virtual cards',
    rule: { measure: 'declined' }
  },
  {
    userId: 'emma.nyberg',
    name: 'A tenth of a limit at once',
    rule: { measure: 'charge_share', percent: '10' }
  },
  {
    userId: 'mei.tanaka',
    name: 'Trips',
    rule: { measure: 'charge', amount: '40000', categories: ['hotels', 'airlines'] }
  }
];

/** Sets up the spending alerts of the demo's people, before their fresh charges are booked. @throws when a command refuses */
export async function setUpAlerts(issuerId: string): Promise<void> {
  for (const { userId, name, rule } of STORIES) {
    const person = await database().user.findFirst({ where: { issuerId, userId, status: 'active' } });
    if (!person) continue;
    await asUser(person, async (principal) => {
      const [place] = await alertPlaces(principal, '');
      if (!place) return;
      const entry = alertSchema.parse({
        name,
        nodeId: place.id,
        currency: place.currency,
        ...rule,
        recipients: [userId]
      });
      const created = await createAlert(principal, entry, ORIGIN);
      if (!created.ok) throw new Error(`alert: ${JSON.stringify(created.refusal)}`);
    });
  }
}
