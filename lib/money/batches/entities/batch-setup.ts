import { idRow, readRows } from '../../../core/database/rows';
import { setUpEntity } from '../../../kit/setup/entity';
import { choice, record, text, yesNo } from '../../../kit/setup/fields';
import { headingTwice } from '../headings';

const heading = (label: string) => text({ label, max: 60, listed: false });

/** The layout of a file of purchase requests, and what is made from it (C2.022, C5.064). */
export default setUpEntity({
  name: 'batch-setup',
  group: 'purchasing',
  area: 'company_setup',
  levels: ['company'],
  feature: 'purchasing',
  words: {
    one: 'Batch setup',
    many: 'Batch setups',
    about: 'Files with many purchase requests. Name the columns of your file that have other headings.'
  },
  fields: {
    name: text({ label: 'Name', max: 60, required: true, unique: true }),
    format: choice({ label: 'Format', options: { csv: 'CSV', xml: 'XML' }, required: true }),
    template: record({ label: 'Purchase template', target: { entity: 'purchase-template' }, required: true }),
    submits: yesNo({ label: 'Submit the requests for approval' }),
    reference: heading('Column for the reference'),
    supplier: heading('Column for the supplier'),
    card: heading('Column for the card alias'),
    description: heading('Column for the description'),
    quantity: heading('Column for the quantity'),
    unitCost: heading('Column for the unit cost'),
    tax: heading('Column for the tax amount'),
    limit: heading('Column for the purchase limit'),
    neededBy: heading('Column for the day it is needed by'),
    note: heading('Column for the note'),
    invoices: heading('Column for the invoices')
  },
  check: headingTwice,
  staysReferenced: true,
  async inUse({ tx, issuerId, ids }) {
    const rows = await readRows(tx, idRow)`
      SELECT DISTINCT b.setup_id AS id FROM purchase_batches b
      WHERE b.issuer_id = ${issuerId}::uuid AND b.setup_id = ANY(${[...ids]}::uuid[])`;
    return rows.map(({ id }) => id);
  }
});
