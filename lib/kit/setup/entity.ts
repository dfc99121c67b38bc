import type { Area, Role } from '../../access/policy/policy';
import type { ProgramFeature } from '../../access/policy/program-features';
import type { Transaction } from '../../core/database/database';
import type { Refusal } from '../../core/entry/refusal';
import type { Field, Fields, ParentRecord, ValuesOf } from './field';

/** Whom records belong to. */
export type Level = 'issuer' | 'company';

/** Under what heading the set-up page shows an entity. */
export const GROUPS = ['accounting', 'fields', 'tax', 'expenses', 'accounts', 'messages'] as const;
export type Group = (typeof GROUPS)[number];

/** What a rule knows beside the record itself. */
export interface World {
  tx: Transaction;
  issuerId: string;
  /** The company that owns the record; null for an issuer's. */
  companyId: string | null;
  parent: ParentRecord | null;
}

/** The records that a command has written, to be looked at together. */
export interface Written {
  tx: Transaction;
  issuerId: string;
  ownerId: string;
  ids: readonly string[];
}

/** Values that no two records share, whatever the case. */
export interface Key<V> {
  fields: readonly string[];
  /** Within its parent, if it has one, or within its owner. */
  within?: 'owner';
  /** The records that it counts for; all, unless it says. */
  when?: (values: V) => boolean;
}

/**
 * A set-up entity: a list with rules. Its screens, validation, permissions, audit, import and export all come
 * from here; the folder `entities` of its module has one file for each, found by `npm run generate`.
 */
export interface Entity<F extends Fields = Fields> {
  /** `tax-rate`: its address and its name in the database. */
  name: string;
  group: Group;
  /** Whose power it takes to see and to change it. */
  area: Area;
  levels: readonly Level[];
  /** The feature of a program that it belongs to, its parts with it: people whose program lacks it have no such list. */
  feature?: ProgramFeature;
  /** Whether a company has its issuer's records beside its own. */
  inherits: boolean;
  /** In English: the source of its messages. */
  words: { one: string; many: string; about: string };
  fields: F;
  keys: Readonly<Record<string, Key<ValuesOf<F>>>>;
  /** The fields that a record is called by; `name` alone, unless it says. */
  titleFields: readonly string[];
  /** What it is a part of, and what becomes of it with that. */
  parent?: { entity: string; onDelete: 'cascade' | 'refuse' };
  /** The most active records of an owner or a parent. */
  maximum?: number;
  /** More records than this can't be viewed, only exported. */
  viewLimit?: number;
  /** Whether their order is for people to choose. */
  ordered: boolean;
  /** Whether a copy takes along what belongs to it; then it is made in the background. */
  copiesParts: boolean;
  /** The least role that may change a record, where records say so (C6.031). */
  editableBy?(values: ValuesOf<F>, parent: ParentRecord | null): Role | null;
  /** What the fields of a record must meet together. */
  check?(values: ValuesOf<F>, world: World): Refusal[] | Promise<Refusal[]>;
  /** What records must meet together, asked once they are written: those that don't. */
  invariants?(written: Written): Promise<(Refusal & { id: string })[]>;
  /** Those that something beside set-up records uses: they are made inactive rather than deleted. */
  inUse?(written: Written): Promise<string[]>;
  /** Other records that go with these when they are deleted, though they point to them. */
  takesAlong?(gone: Written): Promise<string[]>;
}

type Given = 'name' | 'group' | 'area' | 'levels' | 'words' | 'fields';
type Declaration<F extends Fields> = Pick<Entity<F>, Given> & Partial<Omit<Entity<F>, Given>>;

/** Declares an entity. */
export function setUpEntity<const F extends Fields>(declaration: Declaration<F>): Entity<F> {
  const { fields, keys = {} } = declaration;
  const unique = Object.entries<Field>(fields).flatMap(([name, field]) => (field.unique ? [[name, [name]]] : []));
  return {
    inherits: false,
    ordered: false,
    copiesParts: false,
    titleFields: ['name'],
    ...declaration,
    keys: { ...Object.fromEntries(unique.map(([name, names]) => [name, { fields: names as string[] }])), ...keys }
  };
}
