import type { PoolClient } from 'pg';
import { copyIn } from '../core/copy-in';
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
  'last_four text'
];
const CHUNK = 1_000;

/** Puts the rows of a file into the temporary table `staged`, as fast as the database takes them. */
export async function stageRows(
  client: PoolClient,
  rows: AsyncIterable<FileRow>,
  read: (count: number) => Promise<void>
): Promise<void> {
  await client.query(`CREATE TEMPORARY TABLE staged (${COLUMNS.join(', ')}) ON COMMIT DROP`);
  const lines = async function* () {
    let [chunk, count] = ['', 0];
    for await (const row of rows) {
      chunk += lineOf(row);
      if (++count % CHUNK > 0) continue;
      yield chunk;
      chunk = '';
      await read(count);
    }
    yield chunk;
  };
  await copyIn(client, 'staged', lines());
  await client.query('ANALYZE staged (row, reference, kind, company, parent, number, card_hash)');
}

/** A row in the text format of COPY. */
function lineOf({ row, newId, values, card }: FileRow): string {
  const fields = [
    String(row),
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
    card && hex(card.cardNumberEncrypted),
    card?.cardNumberKeyId,
    card && hex(card.cardNumberHash),
    card?.lastFour
  ];
  return `${fields.map(copied).join('\t')}\n`;
}

const hex = (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}`;

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const copied = (text: string | null | undefined) =>
  text === null || text === undefined ? '\\N' : text.replaceAll(/[\\\t\n\r]/g, (mark) => ESCAPES[mark] as string);
