import { defineModule } from '../../composition/define-module';
import { periodFault } from '../../kit/reports/period-fault';
import { ATTACHABLE_REQUEST } from './attachable';
import { AUTHORIZATIONS } from './authorizations/listing';
import { DECISIONS, OWN_ACTIONS } from './bulk-actions';
import { CARD_CONTROLS, VIRTUAL_CARDS } from './card-lists';
import { RECONCILIATION } from './clearings/differences';
import { clearingsOfTransactions, forgetAuthorizations } from './clearings/retention';
import { COMMENTABLE_REQUEST } from './commentable';
import { PURCHASE_GROUPS } from './groups/groups';
import { groupsOfUser } from './groups/groups-of-user';
import { lapseCards } from './lapse-cards';
import { PURCHASE_REQUESTS, PURCHASES_WAITING, withRequestNumber } from './listing';
import { commandProcessor } from './processors/tell-processor';
import { AUTHORIZATIONS_REPORT } from './reports/authorizations';
import { CARD_CONTROLS_REPORT } from './reports/card-controls';
import { CLEARING_EXCEPTIONS } from './reports/clearing-exceptions';
import { DECLINED_AUTHORIZATIONS } from './reports/declined-authorizations';
import { PURCHASE_REQUESTS_REPORT } from './reports/purchase-requests';
import { PURCHASE_REQUESTS_BY_STATE } from './reports/purchase-requests-by-state';
import { VIRTUAL_CARDS_REPORT } from './reports/virtual-cards';
import { purchasesOfUser } from './requests-of-user';
import { typeCards } from './type-cards';

export default defineModule({
  needs: [
    'access/policy',
    'access/settings',
    'brand/brands',
    'brand/mail',
    'directory/people',
    'directory/structure',
    'kit/attachments',
    'kit/bulk',
    'kit/comments',
    'kit/listing',
    'kit/notices',
    'kit/reports',
    'kit/setup',
    'kit/states',
    'money/approvals',
    'money/transactions',
    'sign-in'
  ],
  tables: [
    'purchase_groups',
    'purchase_group_users',
    'purchase_group_records',
    'purchase_requests',
    'purchase_request_lines',
    'purchase_request_invoices',
    'purchase_request_decisions',
    'virtual_cards',
    'card_commands',
    'card_processor_cursors',
    'processor_cardholders',
    'unread_card_events',
    'authorization_activity',
    'clearings'
  ],
  areas: {
    /** Requests of one's own, and those that others made in one's part; a request binds its author. */
    purchase_requests: { roles: { A: 'vm', S: 'vm', O: 'vm', C: 'vm', G: 'vm' }, ofOwnEyes: ['modify'] },
    /** What virtual cards answered to merchants: of one's own cards, and of others' by a template that names it (C6.032). */
    authorization_activity: {
      roles: { A: 'v', S: '(v)', O: '(v)', C: '(v)', G: '(v)', H: '(v)', I: '(v)' },
      ofOwnEyes: ['view']
    },
    /** Where requests, cards, authorizations, clearings and posted transactions don't agree. */
    purchase_reconciliation: { roles: { C: 'v', G: 'v', H: 'v', I: 'v' } }
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
    'purchase_request.returned',
    'purchase_request.submitted',
    'virtual_card.refused',
    'virtual_card.shown',
    'virtual_card.told'
  ],
  keyPurposes: ['virtual-card', 'virtual-card-code', 'virtual-card-hash'],
  lists: {
    'purchase-groups': { listing: PURCHASE_GROUPS, path: '/workspace/purchase-groups' },
    'purchase-requests': {
      listing: PURCHASE_REQUESTS,
      path: '/workspace/purchase-requests',
      dataSet: {
        groups: ['state', 'supplier', 'template', 'requester'],
        sums: ['purchaseLimit', 'total'],
        period: 'created',
        knownBy: withRequestNumber,
        fault: periodFault
      }
    },
    'purchase-approvals': { listing: PURCHASES_WAITING, path: '/workspace/purchase-requests/approvals' },
    'virtual-cards': {
      listing: VIRTUAL_CARDS,
      path: '/workspace/purchase-requests/cards',
      dataSet: {
        groups: ['state', 'supplier', 'template', 'requester'],
        sums: ['purchaseLimit', 'spent', 'left', 'approvals', 'declines'],
        period: 'issued',
        knownBy: withRequestNumber,
        fault: periodFault
      }
    },
    'card-controls': {
      listing: CARD_CONTROLS,
      path: '/workspace/purchase-requests/controls',
      dataSet: {
        groups: ['control', 'period', 'supplier', 'template'],
        sums: ['declines'],
        period: 'issued',
        knownBy: withRequestNumber,
        fault: periodFault
      }
    },
    authorizations: {
      listing: AUTHORIZATIONS,
      path: '/workspace/authorizations',
      dataSet: {
        groups: ['answer', 'reason', 'merchant', 'card', 'supplier', 'requester'],
        sums: ['amount'],
        period: 'at',
        knownBy: withRequestNumber,
        fault: periodFault
      }
    },
    reconciliation: {
      listing: RECONCILIATION,
      path: '/workspace/reconciliation',
      dataSet: {
        groups: ['kind', 'owner', 'supplier', 'requester'],
        sums: ['amount'],
        period: 'since',
        knownBy: withRequestNumber
      }
    }
  },
  reports: {
    'purchase-requests': PURCHASE_REQUESTS_REPORT,
    'purchase-requests-by-state': PURCHASE_REQUESTS_BY_STATE,
    'virtual-cards': VIRTUAL_CARDS_REPORT,
    'card-controls': CARD_CONTROLS_REPORT,
    authorizations: AUTHORIZATIONS_REPORT,
    'declined-authorizations': DECLINED_AUTHORIZATIONS,
    'clearing-exceptions': CLEARING_EXCEPTIONS
  },
  bulkActions: { 'purchase-requests': OWN_ACTIONS, 'purchase-approvals': DECISIONS },
  attachable: { purchase_request: ATTACHABLE_REQUEST },
  commentable: { purchase_request: COMMENTABLE_REQUEST },
  homeTasks: {
    reconciliation: {
      list: 'reconciliation',
      sum: 'amount',
      needs: ['purchase_reconciliation', 'view'],
      program: 'purchasing',
      order: 17
    },
    purchases: {
      list: 'purchase-approvals',
      sum: 'purchaseLimit',
      needs: ['approvals', 'approve'],
      program: 'purchasing',
      order: 15
    },
    'purchases.pending': {
      list: 'purchase-requests',
      query: { state: 'pending', mine: 'true' },
      sum: 'purchaseLimit',
      needs: ['purchase_requests', 'modify'],
      program: 'purchasing',
      ofOthers: true,
      order: 60
    }
  },
  outbox: { 'card.processor': commandProcessor },
  belongings: [groupsOfUser, purchasesOfUser],
  chores: { lapseCards, typeCards, forgetAuthorizations },
  retention: [clearingsOfTransactions]
});
