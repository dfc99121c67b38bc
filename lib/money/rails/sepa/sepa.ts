import type { PaymentRail } from '../rail';
import { isXml, readPain002 } from './read-pain002';
import { writePain008 } from './write-pain008';

/** Direct debits of accounts with IBANs. */
export const SEPA: PaymentRail = {
  extension: 'xml',
  mediaType: 'application/xml',
  mostTotal: '999999999999.99',
  mostFilesADay: 9_999,
  traceOf: (_, { reference }) => reference,
  write: writePain008,
  isAnswer: isXml,
  read: readPain002
};
