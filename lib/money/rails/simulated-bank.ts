import { z } from 'zod';
import { isoDay } from '../../core/calendar/days';
import type { Transaction } from '../../core/database/database';
import { readRows, textOf } from '../../core/database/rows';
import { readLargeFile } from '../../core/files/large-files';
import { now } from '../../core/server/clock';
import { Undeliverable } from '../../core/server/outbox';
import { bringAnswer } from './bring-answer';
import { RAILS_ORIGIN } from './collect-due';
import { markFetched } from './fetch-file';
import { type Batch, digits, fileOf, isDebit, left, shortDay } from './nacha/records';
import type { RailName } from './rail';
import { all, textAt, type XmlElement, xmlTree } from './sepa/xml-tree';

const payloadSchema = z.strictObject({ issuerId: z.guid(), id: z.guid() });
const fileRow = z.strictObject({ messageId: z.string(), rail: textOf<RailName>(), fileId: z.string() });

/** The simulated bank has no money on accounts whose number ends so, and doesn't know those that end in 99. */
const isWithoutMoney = (number: string) => number.endsWith('00');
const isUnknown = (number: string) => number.endsWith('99');

/**
 * The bank of a demo: it fetches a file as soon as it is written, accepts what a bank that can say so accepts, and returns
 * what is collected from accounts that end in 00, all that is about ACH accounts that end in 99, and credits to other ones
 * that do. The rest is paid on its day. Never in production.
 */
export async function simulateBank(tx: Transaction, { payload }: { payload: unknown }): Promise<void> {
  const { issuerId, id } = payloadSchema.parse(payload);
  const [file] = await readRows(tx, fileRow)`
    SELECT f.message_id AS "messageId", f.rail::text AS rail, f.file_id AS "fileId" FROM payment_files f
    WHERE f.issuer_id = ${issuerId}::uuid AND f.id = ${id}::uuid`;
  if (!file) throw new Undeliverable('the file of payments is gone');
  await markFetched(tx, issuerId, id);
  const parts: Buffer[] = [];
  for await (const part of readLargeFile({ issuerId, id: file.fileId })) parts.push(part);
  const answer = answerTo(file.rail, Buffer.concat(parts).toString('utf8'));
  if (answer === null) return;
  const brought = { issuerId, source: 'simulated', userId: null, name: `${file.messageId}-answer` } as const;
  // It may have answered before its process died.
  if ((await tx.paymentAnswer.count({ where: { issuerId, fileName: brought.name } })) > 0) return;
  await bringAnswer({ ...brought, bytes: Buffer.from(answer) }, RAILS_ORIGIN);
}

/** What the simulated bank answers to a file; null if it says nothing. */
export const answerTo = (rail: RailName, text: string): string | null =>
  rail === 'sepa' ? pain002About(text) : returnsOf(text);

/** Why the simulated bank returns an entry of an ACH file, in Nacha's code; null: it doesn't. */
function codeOf(entry: string): 'R01' | 'R03' | null {
  const number = entry.slice(12, 29).trim();
  if (isUnknown(number)) return 'R03';
  // Validating takes no money: it is credited before.
  const isTest = entry[2] === '8' || entry.slice(39, 54).trim() === 'ACCOUNT CHECK';
  return isDebit(entry) && isWithoutMoney(number) && !isTest ? 'R01' : null;
}

/** A file of returns for the entries that it can't pay or doesn't know; null if there are none. */
function returnsOf(text: string): string | null {
  const records = text.split('\n');
  const [header, batchHeader] = records as [string, string];
  const unpaid = records.filter((record) => record.startsWith('6') && codeOf(record) !== null);
  if (unpaid.length === 0) return null;
  const bank = header.slice(4, 13);
  const entries = unpaid.map(
    (entry, at) => `6${entry[1]}${isDebit(entry) ? 6 : 1}${entry.slice(3, 78)}1${bank.slice(0, 8)}${digits(at + 1, 7)}`
  );
  const addenda = unpaid.map(
    (entry, at) =>
      `799${codeOf(entry)}${entry.slice(79)}${' '.repeat(6)}${entry.slice(3, 11)}${' '.repeat(44)}${bank.slice(0, 8)}${digits(at + 1, 7)}`
  );
  const batch: Batch = {
    header: `${unpaid.every(isDebit) ? '5225' : '5200'}${batchHeader.slice(4)}`,
    entries,
    addenda,
    records: entries.flatMap((entry, at) => [entry, addenda[at] as string])
  };
  const to = left(header.slice(13, 23), 10);
  const at = shortDay(isoDay(now())) + now().toISOString().slice(11, 16).replace(':', '');
  return fileOf(`101${to} ${bank}${at}${header[33]}094101${header.slice(63, 86)}${header.slice(40, 63)}        `, [
    batch
  ]);
}

/** A status report that accepts a file, but for the debits without money, and the credits to accounts that it doesn't know. */
function pain002About(text: string): string {
  const document = xmlTree(text) ?? undefined;
  const [credits] = all(document, 'CstmrCdtTrfInitn');
  const initiation = credits ?? all(document, 'CstmrDrctDbtInitn')[0];
  const [kind, entry, account, code] = credits
    ? ['pain.001.001.09', 'CdtTrfTxInf', 'CdtrAcct', 'AC01']
    : ['pain.008.001.08', 'DrctDbtTxInf', 'DbtrAcct', 'AM04'];
  const isRefused = credits ? isUnknown : isWithoutMoney;
  const messageId = textAt(initiation, 'GrpHdr', 'MsgId');
  const batches = all(initiation, 'PmtInf').map((batch) => ({
    id: textAt(batch, 'PmtInfId'),
    unpaid: all(batch, entry).filter((one) => isRefused(textAt(one, account, 'Id', 'IBAN') ?? ''))
  }));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>',
    `<GrpHdr><MsgId>S${messageId}</MsgId><CreDtTm>${now().toISOString()}</CreDtTm></GrpHdr>`,
    `<OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId><OrgnlMsgNmId>${kind}</OrgnlMsgNmId>`,
    `<OrgnlNbOfTxs>${textAt(initiation, 'GrpHdr', 'NbOfTxs')}</OrgnlNbOfTxs>`,
    `<GrpSts>${groupStatus(batches.flatMap(({ unpaid }) => unpaid))}</GrpSts></OrgnlGrpInfAndSts>`,
    ...batches.flatMap(({ id, unpaid }) => [
      `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${id}</OrgnlPmtInfId>`,
      ...unpaid.map((one) => {
        const trace = textAt(one, 'PmtId', 'EndToEndId');
        const reason = `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn></StsRsnInf>`;
        return `<TxInfAndSts><OrgnlEndToEndId>${trace}</OrgnlEndToEndId><TxSts>RJCT</TxSts>${reason}</TxInfAndSts>`;
      }),
      '</OrgnlPmtInfAndSts>'
    ]),
    '</CstmrPmtStsRpt></Document>',
    ''
  ].join('\n');
}

/** Accepted in part where something is refused. */
const groupStatus = (unpaid: readonly XmlElement[]) => (unpaid.length > 0 ? 'PART' : 'ACCP');
