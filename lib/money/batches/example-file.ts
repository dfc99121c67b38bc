import { stringify } from 'csv-stringify/sync';
import { XMLBuilder } from 'fast-xml-parser';
import { may, type Principal } from '../../access/policy/principal';
import { dayAfter } from '../../core/calendar/days';
import { Prisma } from '../../core/database/prisma/client';
import { minorDigits } from '../../core/entry/currency';
import { todayAt } from '../../directory/structure/reads/today';
import { neutral } from '../../kit/listing/table-file';
import { activeGroup } from '../purchasing/groups/active-group';
import { bandOf, type TemplateValues } from '../purchasing/template-controls';
import { type Offer, offerOf } from '../purchasing/terms';
import { offeredSetups } from './batches';
import { type Headings, headingsOf } from './headings';

/** A file that shows how requests are written. */
export interface ExampleFile {
  /** `csv` or `xml`, as its batch setup says. */
  format: 'csv' | 'xml';
  text: string;
}

/**
 * A file with two requests as a batch setup reads them (C5.064): one that pays an invoice, and one of two lines. It has no
 * faults where the reader has a supplier and, if cards are kept, a card to choose, and in XML as long as no required custom
 * field has a label that an element can't have. Null if the reader may not use the setup.
 */
export async function exampleFile(principal: Principal, setupId: string): Promise<ExampleFile | null> {
  if (!may(principal, 'purchase_requests', 'modify')) return null;
  const setup = (await offeredSetups(principal)).find(({ id }) => id === setupId);
  if (!setup) return null;
  const { issuerId, ownerId: companyId, values } = setup;
  const group = await activeGroup({ issuerId, companyId, userId: principal.userId });
  const offer = group && (await offerOf({ issuerId, companyId, groupId: group.id }, values.template));
  if (!offer) return null;
  const rows = exampleRows(offer, headingsOf(values), await todayAt(issuerId));
  return values.format === 'xml' ? { format: 'xml', text: xmlOf(rows) } : { format: 'csv', text: csvOf(rows) };
}

/** The days from today on which the example's purchases are needed. */
const NEEDED_IN = 30;

/** The rows of the example, of which the second request has two. All rows have all columns. */
function exampleRows(offer: Offer, headings: Headings, today: string): Record<string, string>[] {
  const { values } = offer.template;
  const total = totalIn(values);
  const digits = minorDigits(values.currency);
  const amount = (of: Prisma.Decimal) => of.toFixed(digits, Prisma.Decimal.ROUND_UP);
  const half = total.div(2).toDecimalPlaces(digits, Prisma.Decimal.ROUND_DOWN);
  const describe = (number: number) => offer.listItems[0] ?? `${offer.type.name} ${number}`;
  const line = (number: number, unitCost: Prisma.Decimal) => ({
    [headings.description]: describe(number),
    [headings.quantity]: '1',
    [headings.unitCost]: amount(unitCost),
    [headings.tax]: amount(new Prisma.Decimal(0))
  });
  const request = (reference: string, invoices: string) => ({
    [headings.reference]: reference,
    [headings.supplier]: offer.suppliers[0]?.name ?? '',
    [headings.card]: offer.realCards[0]?.alias ?? '',
    [headings.limit]: amount(total),
    [headings.neededBy]: dayAfter(today, NEEDED_IN),
    [headings.note]: '',
    [headings.invoices]: invoices,
    ...Object.fromEntries(offer.customFields.map((field) => [field.label, customValue(field, today)])),
    ...Object.fromEntries((values.travel ?? []).map((section) => [section, section]))
  });
  const [paid, other] = [request('R-1', `INV-1001; ${today}; ${amount(total)}`), request('R-2', '')];
  return [
    { ...paid, ...line(1, total) },
    { ...other, ...line(1, half) },
    { ...other, ...line(2, total.minus(half)) }
  ];
}

const USUAL = new Prisma.Decimal(100);

/** A total that a template takes. */
function totalIn({ exactBands, amountMin, amountMax }: TemplateValues): Prisma.Decimal {
  if (exactBands?.[0]) return new Prisma.Decimal(bandOf(exactBands[0]).to);
  return Prisma.Decimal.max(amountMin ?? 0, Prisma.Decimal.min(USUAL, amountMax ?? USUAL));
}

/** A value that a custom data field takes. */
function customValue({ type, values, label, length }: Offer['customFields'][number], today: string): string {
  if (type === 'list') return values[0] ?? '';
  if (type === 'number') return '1';
  if (type === 'date') return today;
  return type === 'boolean' ? 'true' : label.slice(0, length ?? undefined);
}

/** CSV for spreadsheets too: with a byte order mark, and no cell that one would take for a formula. */
const csvOf = (rows: readonly Record<string, string>[]): string =>
  stringify(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([heading, cell]) => [heading, neutral(cell)]))),
    { header: true, bom: true, record_delimiter: '\r\n' }
  );

/** The names that elements can have: cells of other columns are left out. */
const ELEMENT = /^[\p{L}_][\p{L}\p{N}_.-]*$/u;

/** `<requests><request><line>…</line></request></requests>`, with all that a row says in its line. */
const xmlOf = (rows: readonly Record<string, string>[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLBuilder({ format: true, indentBy: '  ' }).build({
    requests: {
      request: rows.map((row) => ({
        line: Object.fromEntries(
          Object.entries(row)
            .map(([heading, cell]) => [heading.replaceAll(' ', '_'), cell])
            .filter(([name = '', cell]) => cell !== '' && ELEMENT.test(name))
        )
      }))
    }
  })}`;
