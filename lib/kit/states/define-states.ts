import type { Action, Area } from '../../access/policy/policy';
import type { AuditAction } from '../../core/audit/audit-actions';
import type { TextKey } from '../../core/language/text-key';

/** The effect of an event on a record. */
export interface Transition<State extends string = string> {
  from: readonly State[];
  to: State;
  /** The required permission (CD.22); null if a link or the record itself gives the right. */
  needs: readonly [Area, Action] | null;
  /** Whether it requires a reason, which the record stores. */
  reason?: true;
  /** A further condition, which the command checks under this name. */
  guard?: string;
  /** The refusal in other states: one for all, or by state. */
  refusal: TextKey | (Partial<Record<State, TextKey>> & { else: TextKey });
  audit: AuditAction;
}

interface Declaration<State extends string, Transitions> {
  /** The kind of record, in one word. */
  record: string;
  states: readonly State[];
  /** The initial states of a record. */
  initial: readonly State[];
  /** The refusal without the permission. */
  forbidden: TextKey;
  events: Transitions;
}

/** The states of a kind of record, and the events between them. */
export class StateTable<
  State extends string = string,
  Transitions extends Readonly<Record<string, Transition<State>>> = Readonly<Record<string, Transition<State>>>
> {
  readonly record: string;
  readonly states: readonly State[];
  readonly initial: readonly State[];
  readonly forbidden: TextKey;
  readonly events: Transitions;
  readonly eventNames: readonly (keyof Transitions & string)[];

  constructor({ record, states, initial, forbidden, events }: Declaration<State, Transitions>) {
    this.record = record;
    this.states = states;
    this.initial = initial;
    this.forbidden = forbidden;
    this.events = events;
    this.eventNames = Object.keys(events);
  }

  isEvent(name: string): name is keyof Transitions & string {
    return Object.hasOwn(this.events, name);
  }

  /** The state after an event; null if the event isn't possible. */
  after(state: State, event: keyof Transitions & string): State | null {
    const { from, to } = this.transition(event);
    return from.includes(state) ? to : null;
  }

  /** The reason that an event isn't possible in a state, as a message key, or null. */
  refusal(event: keyof Transitions & string, state: State): TextKey | null {
    const { from, refusal } = this.transition(event);
    if (from.includes(state)) return null;
    return typeof refusal === 'string' ? refusal : (refusal[state] ?? refusal.else);
  }

  /** The events that are possible in a state. */
  possible(state: State): (keyof Transitions & string)[] {
    return this.eventNames.filter((event) => this.after(state, event) !== null);
  }

  /** The name of an event's guard, or null. */
  guard<Event extends keyof Transitions & string>(event: Event): GuardName<Transitions[Event]> | null {
    return (this.transition(event).guard ?? null) as GuardName<Transitions[Event]> | null;
  }

  transition(event: keyof Transitions & string): Transition<State> {
    return this.events[event] as Transition<State>;
  }
}

type GuardName<One> = One extends { guard?: infer Name } ? Extract<Name, string> : never;

export type StateOf<Table> = Table extends StateTable<infer State, infer _> ? State : never;
export type EventOf<Table> = Table extends { eventNames: readonly (infer Event)[] } ? Event : never;
/** A check for every guard of a table. */
export type GuardsOf<Table extends { events: object }, Check> = Readonly<
  Record<GuardName<Table['events'][keyof Table['events']]>, Check>
>;

/**
 * Declares states as data: commands, screens, SQL, the diagram in docs/states.md and the test that tries every event in
 * every state read this one table.
 */
export const defineStates = <
  const State extends string,
  const Transitions extends Readonly<Record<string, Transition<NoInfer<State>>>>
>(
  declaration: Declaration<State, Transitions>
) => new StateTable<State, Transitions>(declaration);
