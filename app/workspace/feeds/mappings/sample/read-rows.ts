import { FEED_FIELDS, type FeedField, type Layout } from '@/lib/money/feeds/mapping';
import { previewFeed } from '@/lib/money/feeds/preview';
import type { signedInPrincipal } from '../../../signed-in';
import { previewRow } from '../preview-row';
import type { SampleRows } from './sample-state';

type Reader = Awaited<ReturnType<typeof signedInPrincipal>>;

/** The first rows of a sample as a layout reads them, with each fault at the cell that has it. */
export async function readRows(layout: Layout, bytes: Uint8Array, cut: boolean, reader: Reader): Promise<SampleRows> {
  const { t, format } = reader;
  const { rows, refusal } = await previewFeed(layout, bytes, cut);
  const shown = FEED_FIELDS.filter((field) => layout.fields[field] !== undefined);
  return {
    problem: refusal ? t(refusal.code, refusal.params) : null,
    headings: shown.map((field) => t(`feed.field.${field}`)),
    rows: rows.map((row) => {
      const read = new Map(previewRow(row, t, format).values.map(({ label, value }) => [label, value]));
      const faultOf = (field: FeedField) => row.reasons.find((reason) => reason.field === field);
      return {
        number: row.number,
        faults: row.reasons
          .filter(({ field }) => !field || !shown.includes(field))
          .map(({ code, field, params }) => {
            const reason = t(`feed.reason.${code}`, params);
            return field ? `${t(`feed.field.${field}`)}: ${reason}` : reason;
          }),
        cells: shown.map((field) => {
          const reason = faultOf(field);
          return {
            value: (row.values && read.get(t(`feed.field.${field}`))) ?? row.texts[field] ?? '',
            fault: reason ? t(`feed.reason.${reason.code}`, reason.params) : null
          };
        })
      };
    })
  };
}
