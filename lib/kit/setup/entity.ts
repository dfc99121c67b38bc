import type { Area, Role } from '../../access/policy/policy';
import type { Principal } from '../../access/policy/principal';
import type { ProgramFeature } from '../../access/policy/program-features';
import type { Origin } from '../../core/audit/audit';
import type { Transaction } from '../../core/database/database';
import type { Prisma } from '../../core/database/prisma/client';
import type { Refusal } from '../../core/entry/refusal';
import type { TextKey } from '../../core/language/text-key';
import type { Field, Fields, ParentRecord, ValuesOf } from './field';

/** The level of a record's owner. */
export type Level = 'issuer' | 'company';

/** What an entity is about; the set-up pages have their headings from it. */
export type Group = 'accounting' | 'fields' | 'tax' | 'expenses' | 'purchasing' | 'accounts' | 'messages';

/** The context of a rule besides the record itself. */
export interface World {
  tx: Transaction;
  issuerId: string;
  /** The company that owns the record; null for an issuer's. */
  companyId: string | null;
  parent: ParentRecord | null;
  /** A secret of the record: as it was just typed, or as it is kept. */
  secret(field: string): Promise<string | null>;
  /** The current day at the issuer. */
  today(): Promise<string>;
}

/** The records that a command has written, to be checked together. */
export interface Written {
  tx: Transaction;
  issuerId: string;
  ownerId: string;
  ids: readonly string[];
}

/**
 * The tables of SQL statements about the records of other entities, by their names (records-of.ts): files of entities
 * that are parts of each other can't import each other.
 */
export interface RecordTables {
  rowsOf(...entities: [string, ...string[]]): Prisma.Sql;
  referencesOf(entity: string, field: string): Prisma.Sql;
  totalsOf(entity: string): Prisma.Sql;
}

/** Values that are unique, regardless of case. */
export interface Key<V> {
  fields: readonly string[];
  /** Unique within its parent by default, or within its owner. */
  within?: 'owner';
  /** The records to which it applies; default: all. */
  when?: (values: V) => boolean;
}

/** The fields by which records of one name follow each other in time. */
export interface Dated {
  /** The field that such records share. */
  by: string;
  /** Their first day; empty: since ever. */
  from: string;
  /** Their last day; empty: without end. */
  to: string;
  /** The yes-no field that only the latest of them may have. */
  mark?: string;
}

/**
 * A set-up entity, declared once: its screens, validation, permissions, audit, import and export derive from it. The
 * folder `entities` of its module has one file for each, found by `npm run generate`.
 */
export interface Entity<F extends Fields = Fields> {
  /** `tax-rate`: its name in addresses and in the database. */
  name: string;
  group: Group;
  /** The area of its permissions. */
  area: Area;
  levels: readonly Level[];
  /** The programme feature that includes it and its parts: users without the feature don't have the list. */
  feature?: ProgramFeature;
  /** Whether a company has its issuer's records beside its own. */
  inherits: boolean;
  /** In English: the source of its messages. */
  words: { one: string; many: string; about: string };
  fields: F;
  keys: Readonly<Record<string, Key<ValuesOf<F>>>>;
  /** The fields of a record's title; default: `name`. */
  titleFields: readonly string[];
  /** The entity that it is a part of, the effect of deleting that, and which of its records have parts; default: all. */
  parent?: { entity: string; onDelete: 'cascade' | 'refuse'; when?: Field['when'] };
  /** The maximum number of active records of an owner or a parent. */
  maximum?: number;
  /** Above this number records can't be viewed, only exported. */
  viewLimit?: number;
  /** Whether users can change their order. */
  ordered: boolean;
  /** Whether a copy includes parts; then it runs in the background. */
  copiesParts: boolean;
  /** The lowest role that may change a record, if records define it (C6.031). */
  editableBy?(values: ValuesOf<F>, parent: ParentRecord | null): Role | null;
  /**
   * Records of one name that follow each other: their periods don't overlap, and a new one from a day on closes the one
   * before (follow-record.ts).
   */
  dated?: Dated;
  /** The screen of a record, below /workspace, where the engine's own page can't hold it. */
  page?: `/${string}`;
  /** Why a record no longer changes, nor gets parts or loses them, on a day; null while it may. */
  frozen?(values: ValuesOf<F>, parent: ParentRecord | null, today: string): TextKey | null;
  /** Finds the derived fields of a record. */
  derive?(values: ValuesOf<F>, world: World): Promise<Partial<ValuesOf<F>>>;
  /** Validates the fields of a record together. */
  check?(values: ValuesOf<F>, world: World): Refusal[] | Promise<Refusal[]>;
  /** Validates written records together; returns the refused ones. */
  invariants?(written: Written, tables: RecordTables): Promise<(Refusal & { id: string })[]>;
  /** The records in use outside of set-up: they are deactivated instead of deleted. */
  inUse?(written: Written): Promise<string[]>;
  /** Whether records that others reference are deactivated instead of refusing their deletion (C4.046D). */
  staysReferenced?: true;
  /** What follows elsewhere, in the same transaction, from records that were written, activated or deactivated. */
  follow?(written: Written, by: { principal: Principal; origin: Origin }, tables: RecordTables): Promise<void>;
  /** Records that are deleted with these, although they reference them. */
  takesAlong?(gone: Written, tables: RecordTables): Promise<string[]>;
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
