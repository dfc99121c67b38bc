import { defineModule } from '../../composition/define-module';
import { LOCK_ACTIONS } from './bulk-actions';
import { hashCorporateCodes } from './corporate-code';
import { forgetRegistrations } from './forget-registrations';
import { registrationsOfUser } from './forget-user';
import { CORPORATE_CODES, REGISTRATION_LOCKS, REGISTRATIONS } from './listings';
import { sendRegistrationLink } from './start-registration';

export default defineModule({
  needs: [
    'brand/brands',
    'brand/mail',
    'access/settings',
    'sign-in',
    'access/policy',
    'kit/listing',
    'directory/structure',
    'directory/people',
    'kit/bulk',
    'kit/states'
  ],
  tables: ['corporate_codes', 'registrations'],
  localTables: {
    registration_starts: 'they belong to nobody until they match',
    registration_locks: 'what was typed may match no issuer'
  },
  areas: {
    /** Pending self-registrations, and their locks. */
    registrations: { roles: { C: 'vma', G: 'vma', H: 'v', I: 'vma', Z: 'v' }, ofOwnEyes: ['modify'] }
  },
  auditActions: [
    'corporate_code.set',
    'registration.approved',
    'registration.completed',
    'registration.declined',
    'registration.lock_cleared',
    'registration.locked',
    'registration.matched',
    'registration.missed',
    'registration.submitted'
  ],
  lists: {
    'corporate-codes': { listing: CORPORATE_CODES, path: '/workspace/registrations/corporate-codes' },
    'registration-locks': { listing: REGISTRATION_LOCKS, path: '/workspace/registrations/locks' },
    registrations: { listing: REGISTRATIONS, path: '/workspace/registrations' }
  },
  bulkActions: {
    'registration-locks': LOCK_ACTIONS
  },
  homeTasks: {
    registrations: {
      list: 'registrations',
      query: { state: 'pending_approval' },
      needs: ['registrations', 'approve'],
      order: 40
    }
  },
  outbox: {
    'registration.started': sendRegistrationLink
  },
  chores: { forgetRegistrations, hashCorporateCodes },
  belongings: [registrationsOfUser],
  keyPurposes: ['corporate-code', 'registration']
});
