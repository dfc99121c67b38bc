import { defineStates, type EventOf, type StateOf } from '../../kit/states/define-states';

const ENDED = 'dispute.ended';
/** The issuer doesn't see drafts. */
const UNSEEN = 'not.found';

/**
 * The states and events of a dispute. Its form can't be changed once it is submitted (C4.034); a draft that nobody needs
 * is discarded.
 */
export const DISPUTE = defineStates({
  record: 'dispute',
  states: ['draft', 'submitted', 'under_review', 'won', 'partly_won', 'lost', 'refunded', 'past_time', 'withdrawn'],
  initial: ['draft'],
  forbidden: 'forbidden.action',
  events: {
    submit: {
      from: ['draft'],
      to: 'submitted',
      needs: ['disputes', 'modify'],
      guard: 'complete',
      refusal: 'dispute.final',
      audit: 'dispute.submit'
    },
    take_up: {
      from: ['submitted'],
      to: 'under_review',
      needs: ['dispute_desk', 'modify'],
      refusal: { draft: UNSEEN, under_review: 'dispute.taken.up', else: ENDED },
      audit: 'dispute.take_up'
    },
    win: {
      from: ['under_review'],
      to: 'won',
      needs: ['dispute_desk', 'modify'],
      reason: true,
      refusal: { draft: UNSEEN, submitted: 'dispute.take.up.first', else: ENDED },
      audit: 'dispute.win'
    },
    win_partly: {
      from: ['under_review'],
      to: 'partly_won',
      needs: ['dispute_desk', 'modify'],
      reason: true,
      refusal: { draft: UNSEEN, submitted: 'dispute.take.up.first', else: ENDED },
      audit: 'dispute.win_partly'
    },
    lose: {
      from: ['under_review'],
      to: 'lost',
      needs: ['dispute_desk', 'modify'],
      reason: true,
      refusal: { draft: UNSEEN, submitted: 'dispute.take.up.first', else: ENDED },
      audit: 'dispute.lose'
    },
    /** The merchant has given the money back. */
    refund: {
      from: ['under_review'],
      to: 'refunded',
      needs: ['dispute_desk', 'modify'],
      reason: true,
      refusal: { draft: UNSEEN, submitted: 'dispute.take.up.first', else: ENDED },
      audit: 'dispute.refund'
    },
    lapse: {
      from: ['under_review'],
      to: 'past_time',
      needs: ['dispute_desk', 'modify'],
      reason: true,
      refusal: { draft: UNSEEN, submitted: 'dispute.take.up.first', else: ENDED },
      audit: 'dispute.lapse'
    },
    withdraw: {
      from: ['submitted', 'under_review'],
      to: 'withdrawn',
      needs: ['disputes', 'modify'],
      reason: true,
      refusal: { draft: 'dispute.not.submitted', else: ENDED },
      audit: 'dispute.withdraw'
    }
  }
});
export type DisputeState = StateOf<typeof DISPUTE>;
export type DisputeEvent = EventOf<typeof DISPUTE>;

/** The outcomes by the events that lead to them. */
export const OUTCOMES = {
  win: 'won',
  win_partly: 'partly_won',
  lose: 'lost',
  refund: 'refunded',
  lapse: 'past_time'
} as const;
export type Decision = keyof typeof OUTCOMES;
export type Outcome = (typeof OUTCOMES)[Decision];
export const DECISIONS = Object.keys(OUTCOMES) as [Decision, ...Decision[]];

/** The states in which a transaction is in dispute: it has one dispute at a time in them. */
export const LIVE: readonly DisputeState[] = ['draft', 'submitted', 'under_review'];
