import type { PoolClient } from 'pg';
import { type CopyRow, copyIn } from '../../core/database/copy-in';
import type { FileRow } from './upload-rows';

const COLUMNS = [
  'row integer',
  'new_id uuid',
  'reference uuid',
  'kind node_kind',
  'company text',
  'parent_kind node_kind',
  'parent text',
  'number text',
  'name_1 text',
  'name_2 text',
  'level smallint',
  'status text',
  'currency text',
  'fiscal_start smallint',
  'bank_number text',
  'ica text',
  'card_type text',
  'status_code text',
  'credit_limit numeric(19, 4)',
  'transaction_limit numeric(19, 4)',
  'opened_on date',
  'card_encrypted bytea',
  'card_key_id text',
  'card_hash bytea',
  'last_four text',
  'bin_refused boolean',
  'types_refusing jsonb'
];
/** The number of rows between progress reports. */
const NOTED_EVERY = 1_000;

/** Copies the rows of a file into the temporary table `staged`. */
export async function stageRows(
  client: PoolClient,
  rows: AsyncIterable<FileRow>,
  read: (count: number) => Promise<void>
): Promise<void> {
  await client.query(`CREATE TEMPORARY TABLE staged (${COLUMNS.join(', ')}) ON COMMIT DROP`);
  const noted = async function* () {
    let count = 0;
    for await (const row of rows) {
      yield valuesOf(row);
      if (++count % NOTED_EVERY === 0) await read(count);
    }
  };
  await copyIn(client, 'staged', noted());
  await client.query('ANALYZE staged (row, reference, kind, company, parent, number, card_hash)');
}

/** A row in the order of the columns. */
function valuesOf({ row, newId, values, card, binRefused, typesRefusing }: FileRow): CopyRow {
  return [
    row,
    newId,
    values.reference,
    values.kind,
    values.company,
    values.parentKind,
    values.parent,
    values.number,
    values.name1,
    values.name2,
    values.level,
    values.status,
    values.currency,
    values.fiscalStart,
    values.bankNumber,
    values.ica,
    values.cardType,
    values.statusCode,
    values.creditLimit,
    values.transactionLimit,
    values.openedOn,
    card?.cardNumberEncrypted,
    card?.cardNumberKeyId,
    card?.cardNumberHash,
    card?.lastFour,
    binRefused,
    JSON.stringify(typesRefusing)
  ];
}
