import { randomBytes, randomUUID } from 'node:crypto';
import { acceptApplication, approveCompany } from '@/lib/directory/registration/approve-registration';
import { clearLock } from '@/lib/directory/registration/clear-lock';
import { findCompanyCode, setCorporateCode } from '@/lib/directory/registration/corporate-code';
import { declineRegistration } from '@/lib/directory/registration/decline-registration';
import { CORPORATE_CODES, REGISTRATION_LOCKS, REGISTRATIONS } from '@/lib/directory/registration/listings';
import { findRegistration } from '@/lib/directory/registration/registration-record';
import { ORIGIN } from '../module-world';
import { aCorporateCode } from '../registration';
import { exported, idOf } from './listed';
import type { ScopeModule } from './registry';
import type { ScopeWorld } from './world';

const made = new WeakMap<ScopeWorld, { registrations: string[]; locks: string[] }>();
const registrationsOf = (world: ScopeWorld) => made.get(world)?.registrations ?? [];
const locksOf = (world: ScopeWorld) => made.get(world)?.locks ?? [];
const APPROVAL = { version: 1, number: 'TRY', name: 'Try', companyGroup: null, currency: 'EUR', userId: null };

/** Pending registrations, registration locks and corporate codes. */
export const registration: ScopeModule = {
  name: 'registration',
  async populate(world) {
    const { database, placeOf } = world;
    const kept = { registrations: [] as string[], locks: [] as string[] };
    for (const issuer of world.all('issuer'))
      for (const kind of ['company', 'account_application']) {
        const id = randomUUID();
        await database.query(
          `INSERT INTO registrations (issuer_id, id, kind, state, node_id, brand_name, locale, email, name, details, registered_at)
           VALUES ($1, $2, $3::registration_kind, 'pending_approval', $1, 'tessera', 'en_US', 'x@mail.example', 'Try', '{}', now())`,
          [issuer.id, id, kind]
        );
        placeOf.set(id, issuer.id);
        kept.registrations.push(id);
      }
    for (const node of [...world.all('company'), ...world.all('account')]) {
      const id = randomUUID();
      await database.query(
        `INSERT INTO registration_locks (id, subject, subject_hash, misses, last_missed_at, locked_at, issuer_id, node_id, label)
         VALUES ($1, 'account', $2, 3, now(), now(), $3, $4, '4711')`,
        [id, randomBytes(32), node.issuerId, node.id]
      );
      placeOf.set(id, node.id);
      kept.locks.push(id);
    }
    for (const company of world.all('company'))
      await database.query(
        'INSERT INTO corporate_codes (issuer_id, company_id, code, set_at) VALUES ($1, $2, $3, now()) ON CONFLICT DO NOTHING',
        [company.issuerId, company.id, aCorporateCode()]
      );
    made.set(world, kept);
  },
  readers: {
    REGISTRATIONS: (principal, world) => exported(principal, REGISTRATIONS, world),
    REGISTRATION_LOCKS: (principal, world) => exported(principal, REGISTRATION_LOCKS, world),
    CORPORATE_CODES: (principal, world) => exported(principal, CORPORATE_CODES, world),
    findRegistration: async (principal, world) =>
      (await Promise.all(registrationsOf(world).map((id) => findRegistration(principal, id)))).flatMap(
        (one) => one?.id ?? []
      ),
    findCompanyCode: async (principal, world) => {
      const codes = world.all('company').map(async ({ id }) => ((await findCompanyCode(principal, id)) ? [id] : []));
      return (await Promise.all(codes)).flat();
    }
  },
  writes: {
    approveCompany: (principal, id) => approveCompany(principal, id, APPROVAL, async () => '', ORIGIN),
    acceptApplication: (principal, id) => acceptApplication(principal, { id, version: 1 }, ORIGIN),
    declineRegistration: (principal, id) => declineRegistration(principal, id, { version: 1, reason: 'Try' }, ORIGIN),
    clearLock: (principal, id) => clearLock(principal, id, ORIGIN),
    setCorporateCode: (principal, id) => setCorporateCode(principal, id, { code: aCorporateCode() }, ORIGIN)
  },
  targets: (world) => [...registrationsOf(world), ...locksOf(world), ...world.all('company').map(idOf)]
};
