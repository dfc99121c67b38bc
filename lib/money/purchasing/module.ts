import { defineModule } from '../../composition/define-module';
import { PURCHASE_GROUPS } from './groups/groups';
import { groupsOfUser } from './groups/groups-of-user';
import { lapseCards } from './lapse-cards';
import { PURCHASE_REQUESTS, PURCHASES_WAITING } from './listing';
import { purchasesOfUser } from './requests-of-user';

export default defineModule({
  needs: [
    'access/policy',
    'access/settings',
    'brand/mail',
    'directory/people',
    'directory/structure',
    'kit/listing',
    'kit/setup',
    'kit/states',
    'money/approvals',
    'money/transactions'
  ],
  tables: [
    'purchase_groups',
    'purchase_group_users',
    'purchase_group_records',
    'purchase_requests',
    'purchase_request_lines',
    'purchase_request_decisions',
    'virtual_cards'
  ],
  areas: {
    /** Requests of one's own, and those that others made in one's part; a request binds its author. */
    purchase_requests: { roles: { A: 'vm', S: 'vm', O: 'vm', C: 'vm', G: 'vm' }, decided: ['modify'] }
  },
  programFeatures: ['purchasing'],
  auditActions: [
    'purchase_group.activated',
    'purchase_group.changed',
    'purchase_group.created',
    'purchase_group.deactivated',
    'purchase_group.deleted',
    'purchase_group.reopened',
    'purchase_request.approved',
    'purchase_request.cancelled',
    'purchase_request.changed',
    'purchase_request.created',
    'purchase_request.declined',
    'purchase_request.submitted'
  ],
  keyPurposes: ['virtual-card', 'virtual-card-hash'],
  lists: {
    'purchase-groups': { listing: PURCHASE_GROUPS, path: '/workspace/purchase-groups' },
    'purchase-requests': { listing: PURCHASE_REQUESTS, path: '/workspace/purchase-requests' },
    'purchase-approvals': { listing: PURCHASES_WAITING, path: '/workspace/purchase-requests/approvals' }
  },
  homeTasks: {
    purchases: {
      list: 'purchase-approvals',
      sum: 'purchaseLimit',
      needs: ['approvals', 'approve'],
      program: 'purchasing',
      order: 15
    }
  },
  belongings: [groupsOfUser, purchasesOfUser],
  chores: { lapseCards }
});
