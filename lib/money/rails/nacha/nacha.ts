import type { PaymentRail } from '../rail';
import { isNacha, readNacha } from './read-nacha';
import { MOST_FILES_A_DAY, testTraceOf, traceOf, writeNacha } from './write-nacha';
import { writeTests } from './write-tests';

/** ACH debits of the United States. */
export const NACHA: PaymentRail = {
  extension: 'ach',
  mediaType: 'text/plain',
  // Twelve digits of cents.
  mostTotal: '9999999999.99',
  mostFilesADay: MOST_FILES_A_DAY,
  traceOf,
  write: writeNacha,
  validations: ['prenote', 'micro_entries'],
  testTraceOf,
  writeTests,
  isAnswer: isNacha,
  read: readNacha
};
