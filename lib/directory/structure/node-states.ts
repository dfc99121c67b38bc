import { defineStates, type EventOf } from '../../kit/states/define-states';

const CHANGE = { needs: ['structure', 'modify'], refusal: 'structure.status.same' } as const;

/** The states and events of a node other than an account: a closed one keeps its history and accepts nothing new. */
export const NODE = defineStates({
  record: 'node',
  states: ['active', 'closed'],
  initial: ['active'],
  forbidden: 'forbidden.action',
  events: {
    close: { ...CHANGE, from: ['active'], to: 'closed', guard: 'nothing_active_below', audit: 'structure.closed' },
    reopen: { ...CHANGE, from: ['closed'], to: 'active', guard: 'parent_open', audit: 'structure.reopened' }
  }
});

export type NodeEvent = EventOf<typeof NODE>;
