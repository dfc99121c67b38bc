'use server';

import { notFound, redirect } from 'next/navigation';
import { z } from 'zod';
import { may } from '@/lib/access/policy/principal';
import { setUpPath } from '@/lib/kit/setup/address';
import { ENTITIES } from '@/lib/kit/setup/entities';
import { fileColumns } from '@/lib/kit/setup/file-columns';
import { GRID_ROWS, saveGrid } from '@/lib/kit/setup/grid';
import type { RecordListAddress } from '@/lib/kit/setup/record-list';
import { signedInPrincipal } from '../signed-in';
import { addressQuery, isAddress } from './address';

/** A fault of a grid: the row and the column, both counted from 0; null for a fault of the whole row or grid. */
export interface GridFault {
  row: number | null;
  column: number | null;
  message: string;
}

const given = z.array(z.array(z.string().max(10_000)).max(60)).max(2 * GRID_ROWS);

/** Saves all rows of a grid, or tells the faults and saves none. */
export async function saveRows(name: string, address: RecordListAddress, rows: string[][]): Promise<GridFault[]> {
  const { principal, origin, t, locale } = await signedInPrincipal();
  const entity = ENTITIES.get(name);
  if (!entity || !may(principal, entity.area, 'view') || !isAddress(address)) notFound();
  const read = given.safeParse(rows);
  if (!read.success) return [{ row: null, column: null, message: t('import.busy') }];
  const report = await saveGrid(principal, entity, address, read.data, { t, locale }, origin);
  if ('code' in report) return [{ row: null, column: null, message: t(report.code, { field: '', ...report.params }) }];
  if (report.applied) redirect(setUpPath(`/${name}/rows`, { ...addressQuery(address), done: 'changed' }));
  const headings = fileColumns(entity, { t, locale }, false).map(({ heading }) => heading);
  return report.faults.map(({ row, column, refusal }) => {
    const at = headings.indexOf(column ?? '');
    return {
      row: row - 2,
      column: at < 0 ? null : at,
      message: t(refusal.code, { field: column ?? '', ...refusal.params })
    };
  });
}
