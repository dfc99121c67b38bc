import { UPLOAD_COLUMNS, type UploadField } from '../../lib/directory/structure/upload-columns';
import { aWorkbook } from './workbook';

export type SheetFields = Partial<Record<UploadField, string>>;

/** A file with the columns that its rows use, each row by field. */
export function aStructureFile(rows: readonly SheetFields[], columns?: readonly UploadField[]): Buffer {
  const fields =
    columns ?? (Object.keys(UPLOAD_COLUMNS) as UploadField[]).filter((field) => rows.some((row) => field in row));
  return aWorkbook([
    fields.map((field) => UPLOAD_COLUMNS[field].header),
    ...rows.map((row) => fields.map((field) => row[field] ?? ''))
  ]);
}

/** A file as a form brings it. */
export const xlsxFile = (bytes: Uint8Array, name = 'x.xlsx') => new File([new Uint8Array(bytes)], name);
