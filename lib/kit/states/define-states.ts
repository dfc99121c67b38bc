import type { Action, Area } from '../../access/policy/policy';
import type { AuditAction } from '../../core/audit/audit-actions';
import type { TextKey } from '../../core/language/text-key';

/** What one event does to a record. */
export interface Transition<State extends string = string> {
  from: readonly State[];
  to: State;
  /** The permission it takes (CD.22); null where no principal asks: a link or the record itself gives the right. */
  needs: readonly [Area, Action] | null;
  /** Whether it takes a reason, which the record keeps. */
  reason?: true;
  /** What else must hold; the command gives the check of that name. */
  guard?: string;
  /** Why it can't happen in another state: always the same, or by state. */
  refusal: TextKey | (Partial<Record<State, TextKey>> & { else: TextKey });
  audit: AuditAction;
}

interface Declaration<State extends string, Transitions> {
  /** What has the states, in one word. */
  record: string;
  states: readonly State[];
  /** Those that a record can begin in. */
  initial: readonly State[];
  /** What somebody without the permission is told. */
  forbidden: TextKey;
  events: Transitions;
}

/** The states of a kind of record, and what leads from one to another. */
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

  /** Where an event leads from a state; null: it can't happen there. */
  after(state: State, event: keyof Transitions & string): State | null {
    const { from, to } = this.transition(event);
    return from.includes(state) ? to : null;
  }

  /** Why an event can't happen in a state, as a message key; null where it can. */
  refusal(event: keyof Transitions & string, state: State): TextKey | null {
    const { from, refusal } = this.transition(event);
    if (from.includes(state)) return null;
    return typeof refusal === 'string' ? refusal : (refusal[state] ?? refusal.else);
  }

  /** What can happen in a state. */
  possible(state: State): (keyof Transitions & string)[] {
    return this.eventNames.filter((event) => this.after(state, event) !== null);
  }

  /** The name of what else must hold for an event; null: nothing. */
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
/** A check for every guard that a table names. */
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
