import { appendAudit } from '../../../lib/core/audit/audit';
import { database, transaction } from '../../../lib/core/database/database';
import { newId } from '../../../lib/core/secrets/ids';
import { REGISTRATION } from '../../../lib/directory/registration/states';
import { ORIGIN } from '../as-user';

type Kind = 'company' | 'account_application';

/** An application as its form sends it, and the hours since. */
const APPLICATIONS: {
  issuer: string;
  brand: string;
  locale: string;
  kind: Kind;
  hoursAgo: number;
  company: string;
  street: string;
  city: string;
  postalCode: string;
  country: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
}[] = [
  {
    issuer: '1001',
    brand: 'norrvik',
    locale: 'sv',
    kind: 'company',
    hoursAgo: 5,
    company: 'Skogsbrynet Trä AB',
    street: 'Industrigatan 4',
    city: 'Falun',
    postalCode: '791 71',
    country: 'SE',
    firstName: 'Karin',
    lastName: 'Åkesson',
    email: 'karin.akesson@skogsbrynet.example',
    phone: '+46 23 555 01 20'
  },
  {
    issuer: '1001',
    brand: 'norrvik',
    locale: 'sv',
    kind: 'account_application',
    hoursAgo: 27,
    company: 'Älvdala Energi AB',
    street: 'Kraftvägen 1',
    city: 'Stockholm',
    postalCode: '112 20',
    country: 'SE',
    firstName: 'Nils',
    lastName: 'Ekström',
    email: 'nils.ekstrom@alvdala.example',
    phone: '+46 8 555 02 41'
  },
  {
    issuer: '1002',
    brand: 'lanternstrait',
    locale: 'en_GB',
    kind: 'account_application',
    hoursAgo: 9,
    company: 'Minatomi Electric K.K.',
    street: '2-11 Honcho',
    city: 'Yokohama',
    postalCode: '231-0005',
    country: 'JP',
    firstName: 'Kenji',
    lastName: 'Mori',
    email: 'kenji.mori@minatomi.example',
    phone: '+81 45 555 0163'
  },
  {
    issuer: '1002',
    brand: 'lanternstrait',
    locale: 'en_GB',
    kind: 'company',
    hoursAgo: 50,
    company: 'Straits Harbour Tools Pte Ltd',
    street: '18 Tuas Link',
    city: 'Singapore',
    postalCode: '638780',
    country: 'SG',
    firstName: 'Wei Ling',
    lastName: 'Chua',
    email: 'weiling.chua@straitsharbour.example',
    phone: '+65 6555 0148'
  },
  {
    issuer: '1003',
    brand: 'wendemere',
    locale: 'en_US',
    kind: 'account_application',
    hoursAgo: 3,
    company: 'Maplecrest Manufacturing, Inc.',
    street: '400 Foundry Road',
    city: 'Denver',
    postalCode: '80216',
    country: 'US',
    firstName: 'Dana',
    lastName: 'Whitfield',
    email: 'dana.whitfield@maplecrest.example',
    phone: '+1 303 555 0139'
  }
];

/** Adds registrations whose addresses are proved, as lib/directory/registration/apply.ts writes them: they wait for a decision. */
export async function addRegistrations(at: Date): Promise<void> {
  for (const { issuer: number, brand: brandName, locale, kind, hoursAgo, email, ...details } of APPLICATIONS) {
    const issuer = await database().issuer.findUnique({ where: { number } });
    if (!issuer) continue;
    await transaction(async (tx) => {
      const id = newId();
      await tx.registration.create({
        data: {
          issuerId: issuer.id,
          id,
          kind,
          state: REGISTRATION.events.submit.to,
          nodeId: issuer.id,
          brandName,
          locale,
          email,
          details,
          name: kind === 'company' ? details.company : `${details.firstName} ${details.lastName}`,
          registeredAt: new Date(at.getTime() - hoursAgo * 3_600_000)
        }
      });
      await appendAudit(tx, ORIGIN, {
        issuerId: issuer.id,
        action: REGISTRATION.events.submit.audit,
        entity: 'registration',
        entityId: id,
        details: { brand: brandName, kind }
      });
    });
  }
}
