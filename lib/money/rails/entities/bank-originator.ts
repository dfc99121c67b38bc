import { idRow, readRows } from '../../../core/database/rows';
import { setUpEntity } from '../../../kit/setup/entity';
import { choice, secret, text } from '../../../kit/setup/fields';
import { rowsOf } from '../../../kit/setup/records-of';
import { creditedIban, originatorFaults } from '../originator-rules';

const ACH = { field: 'rail', is: ['nacha'] };
const SEPA = { field: 'rail', is: ['sepa'] };

/** How an issuer collects payments at its bank: one for each rail (C1.012). */
const bankOriginator = setUpEntity({
  name: 'bank-originator',
  group: 'accounts',
  area: 'issuer_setup',
  levels: ['issuer'],
  feature: 'bill.pay',
  words: {
    one: 'Payment collection',
    many: 'Payment collection',
    about: 'The bank that collects payments of card accounts, and what it knows the issuer by.'
  },
  keys: { rail: { fields: ['rail'] } },
  fields: {
    name: text({ label: 'Name at the bank', max: 70, required: true }),
    rail: choice({
      label: 'Collected by',
      options: { nacha: 'ACH (United States)', sepa: 'SEPA' },
      required: true,
      fixed: true
    }),
    bankName: text({ label: 'Bank', max: 35, required: true }),
    routingNumber: text({
      label: 'Routing number of the bank',
      max: 9,
      pattern: [/^\d{9}$/, 'wallet.routing.invalid'],
      required: true,
      when: ACH
    }),
    companyId: text({
      label: 'Company ID',
      hint: 'Ten capital letters or digits that the bank assigned.',
      max: 10,
      pattern: [/^[A-Z0-9]{10}$/, 'originator.company.invalid'],
      required: true,
      when: ACH
    }),
    entryClass: choice({
      label: 'Entry class',
      options: { CCD: 'CCD: accounts of companies', PPD: 'PPD: accounts of people' },
      required: true,
      when: ACH
    }),
    creditorId: text({
      label: 'Creditor identifier',
      max: 35,
      pattern: [/^[A-Z0-9]+$/, 'originator.creditor.invalid'],
      required: true,
      when: SEPA
    }),
    bic: text({
      label: 'BIC of the bank',
      max: 11,
      pattern: [/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, 'originator.bic.invalid'],
      required: true,
      when: SEPA
    }),
    iban: secret({
      label: 'IBAN that is credited',
      hint: 'Once saved, it is never shown again.',
      max: 60,
      typed: creditedIban,
      shows: 4,
      required: true,
      when: SEPA
    })
  },
  check: originatorFaults,
  /** Answers to files that are with the bank are read by it. */
  async inUse({ tx, issuerId, ids }): Promise<string[]> {
    const rows = await readRows(tx, idRow)`
      SELECT r.id FROM ${rowsOf(bankOriginator)} r WHERE r.issuer_id = ${issuerId}::uuid AND r.id = ANY(${[...ids]}::uuid[])
        AND EXISTS (SELECT 1 FROM payment_files f WHERE f.issuer_id = r.issuer_id AND f.rail::text = r.rail)`;
    return rows.map(({ id }) => id);
  }
});

export default bankOriginator;
