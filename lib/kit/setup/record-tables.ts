import { entityNamed } from './entities';
import type { RecordTables } from './entity';
import { referencesOf, rowsOf, totalsOf } from './records-of';

/** The tables of records that the rules of entities get. */
export const RECORD_TABLES: RecordTables = {
  rowsOf: (first, ...others) => rowsOf(entityNamed(first), ...others.map(entityNamed)),
  referencesOf: (entity, field) => referencesOf(entityNamed(entity), field),
  totalsOf: (entity) => totalsOf(entityNamed(entity))
};
