import type { TravelSection } from '@/lib/money/purchasing/controls';
import type { RequestLine } from '@/lib/money/purchasing/details';
import { totalOf } from '@/lib/money/purchasing/entry';
import { type Invoice, sumOf } from '@/lib/money/purchasing/invoices';
import type { PurchaseRequest } from '@/lib/money/purchasing/requests';
import { Facts } from '../../ui/facts';
import { Table } from '../../ui/table';
import type { Reader } from '../control-sentences';

interface Props {
  reader: Reader;
  request: PurchaseRequest;
}

/** What was asked for. */
export function About({ reader: { t, format }, request }: Props) {
  const { terms, requester, behalfOf, neededBy, note, custom, travel, purchaseLimit, currency } = request;
  return (
    <section className="panel" aria-labelledby="about-heading">
      <h2 id="about-heading">{terms.template.name}</h2>
      <Facts
        facts={[
          { label: t('setup.entity.purchase.type.one'), value: terms.type.name },
          { label: t('setup.entity.supplier.one'), value: terms.supplier.name },
          ...(terms.realCard ? [{ label: t('purchase.card.alias'), value: terms.realCard.alias }] : []),
          { label: t('purchase.requester'), value: requester },
          ...(behalfOf === null ? [] : [{ label: t('purchase.behalf'), value: behalfOf.name }]),
          { label: t('purchase.limit'), value: format.money(purchaseLimit, currency) },
          { label: t('purchase.needed.by'), value: neededBy && format.date(neededBy) },
          ...Object.entries(travel).map(([section, value]) => ({
            label: t(`setup.entity.purchase.template.field.travel.option.${section as TravelSection}`),
            value
          })),
          ...terms.customFields
            .filter(({ id }) => custom[id] !== undefined)
            .map(({ id, label, type }) => ({ label, value: customShown(t, type, custom[id] as string) }))
        ]}
      />
      {note && <p>{note}</p>}
    </section>
  );
}

const customShown = (t: Reader['t'], type: string, value: string) =>
  type === 'boolean' ? t(value === 'true' ? 'yes' : 'no') : value;

/** The lines, each with what it costs, and the total. */
export function Lines({ reader: { t, format }, request, lines }: Props & { lines: readonly RequestLine[] }) {
  const { currency, total } = request;
  const money = (amount: string) => format.money(amount, currency);
  return (
    <section className="panel" aria-labelledby="lines-heading">
      <h2 id="lines-heading">{t('purchase.lines')}</h2>
      <Table
        named
        columns={[
          { label: t('lines.description') },
          { label: t('field.quantity'), figure: true },
          { label: t('field.unit.cost'), figure: true },
          { label: t('field.tax.amount'), figure: true },
          { label: t('ledger.total'), figure: true }
        ]}
        rows={lines.map((line, key) => ({
          key,
          cells: [
            line.description,
            format.number(Number(line.quantity)),
            money(line.unitCost),
            money(line.tax),
            money(totalOf([line], currency))
          ]
        }))}
        foot={[t('ledger.total'), '', '', '', money(total)]}
      />
    </section>
  );
}

/** The most invoices that the page shows. */
const SHOWN = 100;

/** The invoices that the purchase pays, and their sum. */
export function Invoices({ reader: { t, format }, request, invoices }: Props & { invoices: readonly Invoice[] }) {
  const money = (amount: string) => format.money(amount, request.currency);
  return (
    <section className="panel" aria-labelledby="invoices-heading">
      <h2 id="invoices-heading">{t('purchase.invoices')}</h2>
      {invoices.length > SHOWN && <p>{t('purchase.invoices.cut', { count: SHOWN })}</p>}
      <Table
        named
        columns={[
          { label: t('purchase.invoice.number') },
          { label: t('purchase.invoice.date') },
          { label: t('purchase.invoice.order') },
          { label: t('ledger.total'), figure: true }
        ]}
        rows={invoices.slice(0, SHOWN).map(({ number, date, amount, orderNumber }) => ({
          key: number,
          cells: [number, format.date(date), orderNumber ?? '', money(amount)]
        }))}
        foot={[t('ledger.total'), '', '', money(sumOf(invoices))]}
      />
    </section>
  );
}
