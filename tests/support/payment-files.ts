import type { Principal } from '@/lib/access/policy/principal';
import { collectDue } from '@/lib/money/rails/collect-due';
import type { RailName } from '@/lib/money/rails/rail';
import { bytesOf } from './bytes';
import type { TestDatabase } from './database';
import { aRecord, recordsOf } from './setup';
import type { StructureNode } from './structure';

/** What the forms of an issuer's banks hold. */
export const ORIGINATORS = {
  nacha: {
    name: 'Norrvik Card Services',
    rail: 'nacha',
    bankName: 'First Bank',
    routingNumber: '091000019',
    companyId: '1234567890',
    entryClass: 'CCD'
  },
  sepa: {
    name: 'Norrvik Card Services',
    rail: 'sepa',
    bankName: 'Handelsbank',
    creditorId: 'DE98ZZZ09999999999',
    bic: 'COBADEFFXXX',
    iban: 'DE89370400440532013000'
  }
} as const;

/** Sets up how an issuer collects by a rail. Returns the record's id. */
export const anOriginator = (administrator: Principal, issuer: StructureNode, rail: RailName): Promise<string> =>
  aRecord(administrator, 'bank-originator', recordsOf(issuer), ORIGINATORS[rail]);

/** Writes all files that are due. Returns how many. */
export async function collected(): Promise<number> {
  let files = 0;
  while (await collectDue()) files += 1;
  return files;
}

/** The files of an issuer, the oldest first. */
export const filesOf = (database: TestDatabase, issuerId: string) =>
  database.query<{ id: string; fileId: string; messageId: string; collectOn: string; payments: number; total: string }>(
    `SELECT id, file_id AS "fileId", message_id AS "messageId", collect_on::text AS "collectOn",
       payment_count AS payments, trim_scale(total)::text AS total
     FROM payment_files WHERE issuer_id = $1 ORDER BY rail, number`,
    [issuerId]
  );

/** The text of a sealed file. */
export async function textOfFile(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  return (await bytesOf(bytes)).toString('utf8');
}
