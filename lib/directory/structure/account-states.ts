/** What may become of an account (CD.36): from × event → to. A closed account keeps its history. */
export const ACCOUNT_EVENTS = {
  suspend: { from: ['active'], to: 'suspended' },
  resume: { from: ['suspended'], to: 'active' },
  close: { from: ['active', 'suspended'], to: 'closed' },
  reopen: { from: ['closed'], to: 'active' },
  /** Another account takes its place. */
  replace: { from: ['active', 'suspended'], to: 'replaced' }
} as const;

export type AccountState = 'active' | 'suspended' | 'closed' | 'replaced';
export type AccountEvent = keyof typeof ACCOUNT_EVENTS;

/** Whether an account in a state is over: its node is closed. */
export const isOver = (state: AccountState) => state === 'closed' || state === 'replaced';

/** What can be done to an account in a state. */
export function accountEvents(state: AccountState): AccountEvent[] {
  return (Object.keys(ACCOUNT_EVENTS) as AccountEvent[]).filter((event) =>
    (ACCOUNT_EVENTS[event].from as readonly AccountState[]).includes(state)
  );
}
