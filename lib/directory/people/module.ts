import { defineModule } from '../../composition/define-module';
import { AUTHORITY_TEMPLATE_ACTIONS, USER_ACTIONS, USER_GROUP_ACTIONS, USER_TEMPLATE_ACTIONS } from './bulk-actions';
import { forgetProofs } from './links/forget-proofs';
import { lapseLinks } from './links/lapse-links';
import { reportsOfUser } from './merged-reports';
import { USERS as USERS_REPORT } from './reports/users';
import { USERS_BY_ROLE } from './reports/users-by-role';
import { USER_FAMILY } from './search-family';
import { SIGN_IN_SECURITY } from './security/listing';
import { AUTHORITY_TEMPLATES } from './templates/authority-templates';
import { USER_GROUPS } from './templates/user-groups';
import { USER_TEMPLATES } from './templates/user-templates';
import { USERS, withUserId } from './user-listing';
import { warnOfExpiry } from './warn-of-expiry';

const pageOf = ({ id }: { id: string }) => `/workspace/people/${id}`;

import { cardholdersStep } from './setup-steps';

export default defineModule({
  needs: [
    'brand/brands',
    'brand/mail',
    'access/settings',
    'sign-in',
    'access/policy',
    'kit/listing',
    'directory/structure',
    'kit/bulk',
    'kit/search',
    'kit/states'
  ],
  tables: [
    'users',
    'assignments',
    'assignment_nodes',
    'authority_templates',
    'user_links',
    'user_link_proofs',
    'user_templates',
    'user_groups',
    'user_group_members'
  ],
  localTables: { user_directory: 'it leads from a user id, which is one among all issuers, to the issuer' },
  areas: {
    users: { roles: { O: '(vm)', C: 'vm', G: 'vm', H: 'vm', I: 'vm', Z: 'vm' } },
    /** Users of the same role at the same place: adding a role, merging, modifying (C6.022). */
    peers: { roles: { O: '(m)', C: 'm', G: 'm', H: 'm', I: 'm', Z: 'm' }, ofOwnEyes: ['modify'] },
    user_templates: { roles: { C: 'vm', G: 'vm', H: 'v', I: 'vm', Z: 'v' } },
    authority_templates: { roles: { C: 'vm', G: 'vm', H: 'v', I: 'vm', Z: 'v' }, ofOwnEyes: ['modify'] },
    user_groups: { roles: { C: 'vm', G: 'vm', H: 'v', I: 'vm', Z: 'v' } },
    /** Viewing as a user, from company administrator down (C6.017). */
    access_as_user: { roles: { G: 'r', H: 'r', I: 'r' } },
    /** Linking and merging user ids. */
    multi_user: { roles: { C: 'vm', G: 'vm', H: 'v', I: 'vm', Z: 'v' }, ofOwnEyes: ['modify'] }
  },
  features: {
    role_switching: ['own eyes'],
    linking: ['own eyes'],
    new_users: ['own eyes']
  },
  auditActions: [
    'access_as_user.begun',
    'access_as_user.ended',
    'authority_template.changed',
    'authority_template.created',
    'authority_template.deleted',
    'role.account_removed',
    'role.added',
    'role.last_day_changed',
    'role.made_primary',
    'role.removed',
    'role.switched',
    'two_factor.required',
    'user.activated',
    'user.anonymized',
    'user.changed',
    'user.created',
    'user.deactivated',
    'user.deleted',
    'user.id_changed',
    'user.locked',
    'user.merged',
    'user.sessions_ended',
    'user.sso_only_set',
    'user.unlocked',
    'user_group.changed',
    'user_group.created',
    'user_group.deleted',
    'user_link.begun',
    'user_link.confirmed',
    'user_link.lapsed',
    'user_link.refused',
    'user_link.requested',
    'user_link.unlinked',
    'user_template.changed',
    'user_template.created',
    'user_template.deleted'
  ],
  lists: {
    'authority-templates': {
      listing: AUTHORITY_TEMPLATES,
      path: '/workspace/people/authority-templates',
      record: ({ id }) => `/workspace/people/authority-templates/${id}`
    },
    'sign-in-security': { listing: SIGN_IN_SECURITY, path: '/workspace/people/dual-authentication' },
    'user-groups': {
      listing: USER_GROUPS,
      path: '/workspace/people/user-groups',
      record: ({ id }) => `/workspace/people/user-groups/${id}`
    },
    'user-templates': {
      listing: USER_TEMPLATES,
      path: '/workspace/people/user-templates',
      record: ({ id }) => `/workspace/people/user-templates/${id}`
    },
    users: {
      listing: USERS,
      path: '/workspace/people',
      record: pageOf,
      dataSet: {
        groups: ['role', 'status', 'company', 'place', 'lockCause'],
        sums: [],
        period: 'lastSignIn',
        knownBy: withUserId
      }
    }
  },
  searchKinds: { user: { area: 'users', family: USER_FAMILY, record: pageOf } },
  bulkActions: {
    'authority-templates': AUTHORITY_TEMPLATE_ACTIONS,
    'user-groups': USER_GROUP_ACTIONS,
    'user-templates': USER_TEMPLATE_ACTIONS,
    users: USER_ACTIONS
  },
  chores: { forgetProofs, lapseLinks, warnOfExpiry },
  reports: { users: USERS_REPORT, 'users-by-role': USERS_BY_ROLE },
  belongings: [reportsOfUser],
  setupSteps: { cardholders: cardholdersStep }
});
