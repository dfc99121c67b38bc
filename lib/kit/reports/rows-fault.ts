import type { Principal } from '../../access/policy/principal';
import { settingPlaceOf } from '../../access/policy/setting-place';
import { settingValue } from '../../access/settings/setting-value';
import { database } from '../../core/database/database';
import type { Refusal } from '../../core/entry/refusal';

/** The most rows of a report on a screen or in a file. */
export const mostRows = (principal: Principal, at: 'screen' | 'file'): Promise<number> =>
  settingValue(database(), settingPlaceOf(principal), `report.rows.${at}`);

/** The reason that a report has too many rows for a screen or a file, with both numbers (C8.029, C8.029D). */
export async function rowsFault(principal: Principal, rows: number, at: 'screen' | 'file'): Promise<Refusal | null> {
  const most = await mostRows(principal, at);
  return rows > most ? { code: 'report.rows.many', params: { count: rows, most } } : null;
}
