import { defineModule } from '../../composition/define-module';
import { ATTACHABLE_DISPUTE } from './attachable';
import { COMMENTABLE_DISPUTE } from './commentable';
import { disputesOfUser } from './disputes-of-user';
import { DISPUTE_DESK, DISPUTES } from './listing';
import { handOverEvidence } from './network/evidence';
import { commandNetwork } from './network/tell-network';
import { disputesOfTransactions } from './retention';

export default defineModule({
  needs: [
    'access/policy',
    'access/settings',
    'brand/mail',
    'directory/people',
    'directory/programs',
    'directory/structure',
    'kit/attachments',
    'kit/comments',
    'kit/listing',
    'kit/notices',
    'kit/setup',
    'kit/states',
    'money/transactions'
  ],
  tables: [
    'disputes',
    'dispute_cases',
    'dispute_commands',
    'dispute_evidence',
    'dispute_steps',
    'dispute_cursors',
    'simulated_claims',
    'simulated_evidence'
  ],
  areas: {
    disputes: { roles: { A: 'vm', C: 'vm', H: 'v', I: 'v', Z: 'v' } },
    /** The issuer's queue and decisions. */
    dispute_desk: { roles: { H: 'v', I: 'vm', Z: 'v' }, ofOwnEyes: ['modify'] }
  },
  features: { filing_disputes: ['own eyes'] },
  programFeatures: ['disputes'],
  auditActions: [
    'dispute.accept',
    'dispute.changed',
    'dispute.credit',
    'dispute.discarded',
    'dispute.evidence_refused',
    'dispute.evidence_taken',
    'dispute.lapse',
    'dispute.refund',
    'dispute.lose',
    'dispute.network_refused',
    'dispute.network_step',
    'dispute.network_told',
    'dispute.opened',
    'dispute.pdf_downloaded',
    'dispute.pursue',
    'dispute.submit',
    'dispute.take_up',
    'dispute.win',
    'dispute.win_partly',
    'dispute.withdraw'
  ],
  lists: {
    disputes: {
      listing: DISPUTES,
      path: '/workspace/disputes',
      record: ({ id }) => `/workspace/disputes/${id}`
    },
    'dispute-desk': {
      listing: DISPUTE_DESK,
      path: '/workspace/disputes/desk',
      record: ({ id }) => `/workspace/disputes/${id}`
    }
  },
  attachable: { dispute: ATTACHABLE_DISPUTE },
  commentable: { dispute: COMMENTABLE_DISPUTE },
  outbox: { 'dispute.evidence': handOverEvidence, 'dispute.network': commandNetwork },
  belongings: [disputesOfUser],
  retention: [disputesOfTransactions],
  homeTasks: {
    disputes: {
      list: 'disputes',
      query: { state: 'draft' },
      sum: 'amount',
      needs: ['disputes', 'modify'],
      program: 'disputes',
      roles: ['A'],
      order: 30
    },
    'dispute.desk': {
      list: 'dispute-desk',
      query: { 'daysLeft.to': '5' },
      sum: 'amount',
      needs: ['dispute_desk', 'modify'],
      order: 15
    }
  }
});
