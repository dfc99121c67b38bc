import { Prisma } from '../../../core/database/prisma/client';
import { minorDigits } from '../../../core/entry/currency';
import { bankText } from '../bank-text';
import type { Debit, FileHead, FileTotals, Originator } from '../rail';
import { creditorOf, mandateOf } from './mandate-elements';

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.008.001.08';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const element = (name: string, content: string) => `<${name}>${content}</${name}>`;
const name70 = (text: string) => element('Nm', escaped(bankText(text, 70)) || '.');

/**
 * A direct debit initiation, pain.008.001.08, by the rules of SEPA's core scheme (EPC130-08): each payment is
 * collected by the mandate of its account. The first is RCUR like those that follow, as the rulebook has let it be since 2016: a first
 * collection that comes back then needs no second first one. One of another creditor than before names that one. Outside of the euro it is the same message without SEPA's service
 * level, as banks take it by agreement.
 */
export async function* writePain008(
  originator: Originator,
  head: FileHead,
  { count, total }: FileTotals,
  debits: AsyncIterable<readonly Debit[]>
): AsyncGenerator<string> {
  const exact = amountsIn(head.currency);
  const totals = element('NbOfTxs', String(count)) + element('CtrlSum', exact(total));
  const lines = (...texts: string[]) => texts.map((text) => `${text}\n`).join('');
  yield lines(
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Document xmlns="${NAMESPACE}">`,
    '<CstmrDrctDbtInitn>',
    element(
      'GrpHdr',
      [
        element('MsgId', head.messageId),
        element('CreDtTm', `${head.writtenOn}T${head.writtenTime}`),
        totals,
        element('InitgPty', name70(originator.name))
      ].join('')
    ),
    '<PmtInf>',
    paymentInformation(originator, head, totals)
  );
  for await (const some of debits)
    yield lines(...some.map((debit) => transactionOf(debit, originator.creditorId, head.currency, exact)));
  yield lines('</PmtInf>', '</CstmrDrctDbtInitn>', '</Document>');
}

/** Amounts in the digits of a currency. */
const amountsIn = (currency: string) => {
  const digits = minorDigits(currency);
  return (amount: string) => new Prisma.Decimal(amount).toFixed(digits);
};

function paymentInformation({ name, iban, bic, creditorId }: Originator, head: FileHead, totals: string): string {
  const scheme =
    head.currency === 'EUR'
      ? `<SvcLvl><Cd>SEPA</Cd></SvcLvl>${element('LclInstrm', element('Cd', head.mandateScheme ?? 'CORE'))}`
      : '';
  return [
    element('PmtInfId', head.messageId),
    '<PmtMtd>DD</PmtMtd><BtchBookg>true</BtchBookg>',
    totals,
    element('PmtTpInf', `${scheme}<SeqTp>RCUR</SeqTp>`),
    element('ReqdColltnDt', head.collectOn),
    element('Cdtr', name70(name)),
    element('CdtrAcct', `${element('Id', element('IBAN', iban))}${element('Ccy', head.currency)}`),
    element('CdtrAgt', element('FinInstnId', element('BICFI', bic))),
    '<ChrgBr>SLEV</ChrgBr>',
    element('CdtrSchmeId', creditorOf(creditorId))
  ].join('');
}

function transactionOf(debit: Debit, creditorId: string, currency: string, exact: (amount: string) => string): string {
  const { trace, reference, amount, account } = debit;
  const ids = element('InstrId', trace) + element('EndToEndId', trace);
  return element(
    'DrctDbtTxInf',
    [
      element('PmtId', ids),
      `<InstdAmt Ccy="${currency}">${exact(amount)}</InstdAmt>`,
      element('DrctDbtTx', element('MndtRltdInf', mandateOf(debit.mandate, reference, creditorId))),
      // The bank follows from the IBAN.
      '<DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt>',
      element('Dbtr', name70(account.holderName)),
      element('DbtrAcct', element('Id', element('IBAN', account.number))),
      element('RmtInf', element('Ustrd', `Card payment ${reference}`))
    ].join('')
  );
}
