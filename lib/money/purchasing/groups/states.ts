import type { TextKey } from '../../../core/language/text-key';
import { defineStates, type EventOf, type StateOf } from '../../../kit/states/define-states';

/** The states and events of a purchase group (C4.013–C4.016, C4.047). Two of the events happen by themselves. */
export const PURCHASE_GROUP = defineStates({
  record: 'purchase group',
  states: ['in_progress', 'active', 'inactive'],
  initial: ['in_progress'],
  forbidden: 'forbidden.action',
  events: {
    activate: {
      from: ['in_progress', 'inactive'],
      to: 'active',
      needs: ['company_setup', 'modify'],
      guard: 'complete',
      refusal: 'purchase.group.active.already',
      audit: 'purchase_group.activated'
    },
    /** By itself, when a type or a template is missing: open requests go on (C4.015). */
    reopen: {
      from: ['active'],
      to: 'in_progress',
      needs: ['company_setup', 'modify'],
      guard: 'incomplete',
      refusal: 'workflow.violation',
      audit: 'purchase_group.reopened'
    },
    /** By itself, when the last user or whoever approves is gone (C4.014, C4.047). */
    empty: {
      from: ['in_progress', 'active'],
      to: 'inactive',
      needs: ['company_setup', 'modify'],
      guard: 'empty',
      refusal: 'workflow.violation',
      audit: 'purchase_group.deactivated'
    },
    /** A deletion, where requests refer to the group (C4.013). */
    retire: {
      from: ['in_progress', 'active'],
      to: 'inactive',
      needs: ['company_setup', 'modify'],
      guard: 'in use',
      refusal: 'purchase.group.in.use',
      audit: 'purchase_group.deactivated'
    }
  }
});
export type GroupState = StateOf<typeof PURCHASE_GROUP>;
/** The words for the states. */
export const STATE_TEXTS = {
  in_progress: 'purchase.group.in.progress',
  active: 'setup.status.active',
  inactive: 'setup.status.inactive'
} as const satisfies Record<GroupState, TextKey>;
export type GroupEvent = EventOf<typeof PURCHASE_GROUP>;
