import { daysLater } from '../../core/calendar/days';
import { fileName } from '../../core/files/file-name';
import { SPREADSHEET_TYPE } from '../../core/files/spreadsheet-writer';
import { ZIP_TYPE } from '../../core/files/zip';

export const FORMATS = ['csv', 'xlsx', 'pdf', 'xml', 'parquet'] as const;
export type ReportFormat = (typeof FORMATS)[number];

/** How long a run and its file are kept (C9.011). */
export const KEPT_DAYS = 30;

/** The time when a run that ends at an instant is deleted. */
export const expiryFrom = (instant: Date): Date => daysLater(instant, KEPT_DAYS);

const MEDIA_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: SPREADSHEET_TYPE,
  pdf: 'application/pdf',
  xml: 'application/xml',
  parquet: 'application/vnd.apache.parquet',
  zip: ZIP_TYPE
};

/**
 * The name and the media type of the file of a run. A spreadsheet is encrypted itself; another protected file comes in an
 * archive (CD.66).
 */
export function fileOfRun(name: string, format: ReportFormat, isProtected: boolean) {
  const kind = isProtected && format !== 'xlsx' ? 'zip' : format;
  return { name: fileName(`${name.slice(0, 180)}.${kind}`), mediaType: MEDIA_TYPES[kind] };
}
