import type { Principal } from '../../access/policy/principal';
import type { Origin } from '../../core/audit/audit';
import { dayAfter } from '../../core/calendar/days';
import { newId } from '../../core/secrets/ids';
import { recordToChange, type SeenRecord } from './change-record';
import type { Draft } from './draft';
import type { Dated, Entity } from './entity';
import type { Values } from './field';
import { readFields } from './read-values';
import type { SetUpRecord } from './records';
import { type Outcome, settled, undo } from './settle';
import { writeRecords } from './write-records';

/**
 * Lets a new record of the same name follow a dated one from a day on, and closes that one the day before, both in one
 * act: so a company changes its default mileage rate each year although that has no expiry (C5.056). Returns the id of
 * the new record.
 */
export function followRecord(
  principal: Principal,
  entity: Entity,
  seen: SeenRecord,
  typed: Values,
  origin: Origin
): Promise<Outcome<string>> {
  return settled(async (tx) => {
    const { record, place, parent } = await recordToChange(tx, principal, entity, seen);
    const { dated } = entity;
    if (!dated) return undo({ code: 'operation.invalid' });
    const from = firstDay(entity, dated, record, typed);
    const id = newId();
    const next = { ...record.values, [dated.to]: null, ...typed, [dated.by]: record.values[dated.by] };
    const drafts: Draft[] = [
      { row: 0, id, parent, existing: null, values: next },
      { row: 1, id: record.id, parent, existing: record, values: closed(dated, record, from) }
    ];
    await writeRecords(tx, principal, place, drafts, origin);
    return id;
  });
}

/** The first day of the new record: after that of the one before. */
function firstDay(entity: Entity, dated: Dated, { values }: SetUpRecord, typed: Values): string {
  const from = readFields(entity, typed).values[dated.from] as string | null;
  if (!from) return undo({ code: 'required.field', field: dated.from });
  const before = values[dated.from] as string | null;
  if (before && from <= before) undo({ code: 'setup.dated.not.after', field: dated.from });
  return from;
}

/** The values of the record before: it ends on the day before, unless it ended already, and loses the mark. */
function closed({ to, mark }: Dated, { values }: SetUpRecord, from: string): Values {
  const end = values[to] as string | null;
  const last = dayBefore(from);
  return { ...values, [to]: end && end < last ? end : last, ...(mark && { [mark]: false }) };
}

const dayBefore = (day: string) => dayAfter(day, -1);
