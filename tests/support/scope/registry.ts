import type { Principal } from '@/lib/access/principal';
import type { Result } from '@/lib/core/refusal';
import { structureScope } from './structure';
import type { ScopeWorld, Watcher } from './world';

/**
 * What a module lets people read and write, so that tests/rules/scope-property.test.ts can prove that
 * nothing leaks: every exported query and command of the module belongs here.
 */
export interface ScopeModule {
  name: string;
  /** Puts the module's own records into a world, and into its `placeOf`. */
  populate?(world: ScopeWorld): Promise<void>;
  /** Ask everything that can be asked, also for what is elsewhere; the ids of all records that came back. */
  readers: Record<string, (principal: Principal, world: ScopeWorld) => Promise<string[]>>;
  /** Readers that give everything that somebody in these roles sees of some kind of record, and no less. */
  complete?: Record<string, (watcher: Watcher, world: ScopeWorld) => string[] | null>;
  /** Tries on one record, whose id may also be of nothing at all: the answer has to be the same. */
  writes: Record<string, (principal: Principal, recordId: string, world: ScopeWorld) => Promise<Result<unknown>>>;
  /** The records that the writes are tried on. */
  targets(world: ScopeWorld): string[];
}

/** A module adds itself with one line. */
export const SCOPE_MODULES: readonly ScopeModule[] = [structureScope];
