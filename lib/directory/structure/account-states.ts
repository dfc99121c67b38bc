import { defineStates, type EventOf, type StateOf } from '../../kit/states/define-states';

const CHANGE = { needs: ['accounts', 'modify'], refusal: 'account.state.forbids' } as const;

/** The states and events of an account (CD.36). A closed account keeps its history. */
export const ACCOUNT = defineStates({
  record: 'account',
  states: ['active', 'suspended', 'closed', 'replaced'],
  initial: ['active'],
  forbidden: 'forbidden.action',
  events: {
    suspend: { ...CHANGE, from: ['active'], to: 'suspended', audit: 'account.suspend' },
    resume: { ...CHANGE, from: ['suspended'], to: 'active', audit: 'account.resume' },
    close: { ...CHANGE, from: ['active', 'suspended'], to: 'closed', audit: 'account.close' },
    reopen: { ...CHANGE, from: ['closed'], to: 'active', guard: 'parent_open', audit: 'account.reopen' },
    /** Another account replaces it. */
    replace: {
      ...CHANGE,
      from: ['active', 'suspended'],
      to: 'replaced',
      guard: 'replacement_fits',
      audit: 'account.replace'
    }
  }
});

export type AccountState = StateOf<typeof ACCOUNT>;
export type AccountEvent = EventOf<typeof ACCOUNT>;

/** Whether an account's state closes its node. */
export const isOver = (state: AccountState) => state === 'closed' || state === 'replaced';
