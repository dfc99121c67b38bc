import { Prisma } from '../../../core/database/prisma/client';
import { minorDigits } from '../../../core/entry/currency';
import { bankText } from '../bank-text';
import type { FileHead, Originator } from '../rail';
import { creditorOf, mandateOf } from '../sepa/mandate-elements';
import type { CompanyTransfers, Direction, Transfer, WriteRepayments } from './transfers';

const element = (name: string, content: string) => `<${name}>${content}</${name}>`;
/** The characters that are left need no escape. */
const name70 = (text: string) => element('Nm', bankText(text, 70) || '.');
const iban = (number: string) => element('Id', element('IBAN', number));
/** The bank of a person or a company follows from the IBAN. */
const BY_IBAN = '<FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId>';

/** The message of each direction: its namespace, its root, and its method of payment. */
const MESSAGES = {
  credit: { name: 'pain.001.001.09', root: 'CstmrCdtTrfInitn', method: 'TRF' },
  debit: { name: 'pain.008.001.08', root: 'CstmrDrctDbtInitn', method: 'DD' }
} as const;

/**
 * A file of repayments: credit transfers from the companies' accounts, pain.001.001.09 by EPC132-08, or direct debits to
 * them, pain.008.001.08 by EPC130-08: the creditor is the issuer, whose mandates they are, for the company. Outside of the
 * euro they are the same messages without SEPA's service level.
 */
export const writeSepaRepayments: WriteRepayments = (originator, head, direction, companies) => {
  const { name, root } = MESSAGES[direction];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${name}">`,
    `<${root}>`,
    element(
      'GrpHdr',
      [
        element('MsgId', head.messageId),
        element('CreDtTm', `${head.writtenOn}T${head.writtenTime}`),
        totalsOf(
          companies.flatMap(({ transfers }) => transfers),
          head
        ),
        element('InitgPty', name70(originator.name))
      ].join('')
    ),
    ...companies.flatMap((company, at) => [
      '<PmtInf>',
      paymentInformation(originator, head, direction, { ...company, id: `${head.messageId}-${at + 1}` }),
      ...company.transfers.map((transfer) =>
        direction === 'credit' ? creditOf(transfer, head) : debitOf(transfer, originator, head)
      ),
      '</PmtInf>'
    ]),
    `</${root}>`,
    '</Document>',
    ''
  ].join('\n');
};

const exact = (amount: Prisma.Decimal | string, { currency }: FileHead) =>
  new Prisma.Decimal(amount).toFixed(minorDigits(currency));

function totalsOf(transfers: readonly Transfer[], head: FileHead): string {
  const sum = transfers.reduce((total, { amount }) => total.plus(amount), new Prisma.Decimal(0));
  return element('NbOfTxs', String(transfers.length)) + element('CtrlSum', exact(sum, head));
}

function paymentInformation(
  { name, bic, creditorId }: Originator,
  head: FileHead,
  direction: Direction,
  { id, companyName, account, transfers }: CompanyTransfers & { id: string }
): string {
  const level = head.currency === 'EUR' ? '<SvcLvl><Cd>SEPA</Cd></SvcLvl>' : '';
  const own = `${iban(account.number)}${element('Ccy', head.currency)}`;
  const lead = [
    element('PmtInfId', id),
    element('PmtMtd', MESSAGES[direction].method),
    '<BtchBookg>true</BtchBookg>',
    totalsOf(transfers, head)
  ];
  if (direction === 'credit')
    return [
      ...lead,
      level && element('PmtTpInf', level),
      element('ReqdExctnDt', element('Dt', head.collectOn)),
      element('Dbtr', name70(companyName)),
      element('DbtrAcct', own),
      element('DbtrAgt', BY_IBAN),
      '<ChrgBr>SLEV</ChrgBr>'
    ].join('');
  const scheme = level && level + element('LclInstrm', element('Cd', head.mandateScheme ?? 'CORE'));
  return [
    ...lead,
    element('PmtTpInf', `${scheme}<SeqTp>RCUR</SeqTp>`),
    element('ReqdColltnDt', head.collectOn),
    element('Cdtr', name70(name)),
    element('CdtrAcct', own),
    element('CdtrAgt', element('FinInstnId', element('BICFI', bic))),
    element('UltmtCdtr', name70(companyName)),
    '<ChrgBr>SLEV</ChrgBr>',
    element('CdtrSchmeId', creditorOf(creditorId))
  ].join('');
}

const idsOf = ({ trace }: Transfer) => element('PmtId', element('InstrId', trace) + element('EndToEndId', trace));
const amountOf = ({ amount }: Transfer, head: FileHead) =>
  `<InstdAmt Ccy="${head.currency}">${exact(amount, head)}</InstdAmt>`;
const remittance = ({ reference }: Transfer) => element('RmtInf', element('Ustrd', `Expenses ${reference}`));

const creditOf = (transfer: Transfer, head: FileHead): string =>
  element(
    'CdtTrfTxInf',
    [
      idsOf(transfer),
      element('Amt', amountOf(transfer, head)),
      element('CdtrAgt', BY_IBAN),
      element('Cdtr', name70(transfer.account.holderName)),
      element('CdtrAcct', iban(transfer.account.number)),
      remittance(transfer)
    ].join('')
  );

const debitOf = (transfer: Transfer, { creditorId }: Originator, head: FileHead): string =>
  element(
    'DrctDbtTxInf',
    [
      idsOf(transfer),
      amountOf(transfer, head),
      element('DrctDbtTx', element('MndtRltdInf', mandateOf(transfer.mandate, transfer.reference, creditorId))),
      element('DbtrAgt', BY_IBAN),
      element('Dbtr', name70(transfer.account.holderName)),
      element('DbtrAcct', iban(transfer.account.number)),
      remittance(transfer)
    ].join('')
  );
