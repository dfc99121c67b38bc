import { fileName } from '../../core/files/file-name';
import { SPREADSHEET_TYPE } from '../../core/files/spreadsheet-writer';

export const FORMATS = ['csv', 'xlsx'] as const;
export type ReportFormat = (typeof FORMATS)[number];

/** How long a run and its file are kept (C9.011). */
export const KEPT_DAYS = 30;
const DAY_MILLIS = 86_400_000;

/** The time when a run that ends at an instant is deleted. */
export const expiryFrom = (instant: Date): Date => new Date(instant.getTime() + KEPT_DAYS * DAY_MILLIS);

/** The name and the media type of the file of a run. */
export const fileOfRun = (name: string, format: ReportFormat) => ({
  name: fileName(`${name.slice(0, 180)}.${format}`),
  mediaType: format === 'csv' ? 'text/csv; charset=utf-8' : SPREADSHEET_TYPE
});
