import { REFERENCE } from '../../payments/payments';
import type { PaymentRail } from '../rail';
import { isXml, readPain002 } from './read-pain002';
import { writePain008 } from './write-pain008';

/** Direct debits of accounts with IBANs. */
export const SEPA: PaymentRail = {
  extension: 'xml',
  mediaType: 'application/xml',
  mostTotal: '999999999999.99',
  mostFilesADay: 9_999,
  traceOf: () => REFERENCE,
  write: writePain008,
  // A direct debit can't be tried without money, and nothing may be credited to whoever is debited.
  validations: [],
  testTraceOf: () => {
    throw new Error('SEPA direct debit validates no accounts');
  },
  writeTests: () => {
    throw new Error('SEPA direct debit validates no accounts');
  },
  isAnswer: isXml,
  read: readPain002
};
