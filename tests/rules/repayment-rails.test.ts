import type { FileHead, Originator } from '@/lib/money/rails/rail';
import { PAYMENT_RAILS } from '@/lib/money/rails/rails';
import type { CompanyTransfers, Transfer } from '@/lib/money/rails/repayments/transfers';
import { nachaTrace, writeNachaRepayments } from '@/lib/money/rails/repayments/write-nacha';
import { writeSepaRepayments } from '@/lib/money/rails/repayments/write-sepa';
import { all, textAt, type XmlElement, xmlTree } from '@/lib/money/rails/sepa/xml-tree';
import { answerTo } from '@/lib/money/rails/simulated-bank';
import type { Mandate } from '@/lib/money/wallet/mandates/mandates';
import { ORIGINATORS } from '../support/payment-files';

const ORIGINATOR: Originator = {
  creditorId: '',
  bic: '',
  iban: '',
  ...ORIGINATORS.nacha
};
const SEPA: Originator = { ...ORIGINATOR, ...ORIGINATORS.sepa };
const HEAD: FileHead = {
  messageId: 'NORRVIK-NACHA-000007',
  number: 7,
  before: 1,
  writtenOn: '2026-03-16',
  writtenTime: '17:00:05',
  collectOn: '2026-03-17',
  currency: 'USD',
  mandateScheme: null
};
const US = {
  id: '',
  scheme: 'us' as const,
  holderName: 'Åsa Łęcka',
  routingNumber: '021000021',
  kind: 'checking' as const,
  number: '123456789',
  blockCode: null
};
const transfer = (number: number, amount: string, account: Partial<Transfer['account']> = {}): Transfer => ({
  id: '',
  trace: nachaTrace(ORIGINATOR, number),
  reference: `R-00000${number}`,
  amount,
  mandate: null,
  account: { ...US, ...account }
});
const companies: CompanyTransfers[] = [
  {
    companyName: 'Norrvik AB',
    account: { ...US, number: '555000', routingNumber: '011401533' },
    trace: nachaTrace(ORIGINATOR, 3),
    transfers: [transfer(1, '12.5'), transfer(2, '100.25', { kind: 'savings', number: '98765499' })]
  },
  {
    companyName: 'Sydvik AB',
    account: { ...US, number: '777' },
    trace: nachaTrace(ORIGINATOR, 5),
    transfers: [transfer(4, '1')]
  }
];

describe('NACHA', () => {
  const text = writeNachaRepayments(ORIGINATOR, HEAD, 'credit', companies);
  const records = text.split('\n').slice(0, -1);

  test('C1.012 credits people (PPD, 220) and debits their company (CCD, 225) of the same sum, in whole blocks', () => {
    expect(records.every(({ length }) => length === 94)).toBe(true);
    expect(records).toHaveLength(20);
    expect(records.slice(0, 9).map((record) => record.slice(0, 79))).toEqual([
      expect.stringMatching(/^101 0910000191234567890260316/),
      '5220NORRVIK AB                          1234567890PPDEXPENSES  260316260317   1',
      '622021000021123456789        0000001250R-000001       ASA LECKA               0',
      '63202100002198765499         0000010025R-000002       ASA LECKA               0'.slice(0, 79),
      expect.stringMatching(/^82200000020004200004000000000000000000011275/),
      '5225NORRVIK AB                          1234567890CCDEXPENSES  260316260317   1',
      '627011401533555000           0000011275-NACHA-000007  NORRVIK AB              0',
      expect.stringMatching(/^82250000010001140153000000011275000000000000/),
      expect.stringMatching(/^5220SYDVIK AB /)
    ]);
    expect(records.findLast((record) => record.startsWith('90'))?.slice(0, 55)).toBe(
      '9000004000002000000050009540161000000011375000000011375'
    );
    expect(records[2]?.slice(79)).toBe('091000018000001');
  });

  test('C1.012 debits people and credits their company where they owe, in the same bytes for the same repayments', () => {
    const debits = writeNachaRepayments(ORIGINATOR, HEAD, 'debit', companies);
    const kinds = debits.split('\n').flatMap((record) => (/^[56]/.test(record) ? [record.slice(0, 4)] : []));
    expect(kinds).toEqual(['5225', '6270', '6370', '5220', '6220', '5225', '6270', '5220', '6220']);
    expect(writeNachaRepayments(ORIGINATOR, HEAD, 'debit', companies)).toBe(debits);
  });

  test('C1.012 its returns are read, and its traces are never those of payments or of entries that validate', () => {
    expect(PAYMENT_RAILS.nacha.read(ORIGINATOR, answerTo('nacha', text) as string)).toMatchObject({
      value: {
        words: [
          { says: 'returned', code: 'R03', trace: '091000018000002', amount: '100.25' },
          // The company's own side.
          { says: 'returned', code: 'R01', trace: '091000018000003', amount: '112.75' }
        ]
      }
    });
    expect(PAYMENT_RAILS.nacha.traceOf(ORIGINATOR).values).toContain(8_000_000);
    for (const number of [0, 999_999, 20_000_000]) {
      expect(PAYMENT_RAILS.nacha.testTraceOf(ORIGINATOR, number)).toMatch(/^091000019/);
      expect(nachaTrace(ORIGINATOR, number)).toMatch(/^091000018/);
    }
  });
});

describe('SEPA', () => {
  const head = { ...HEAD, messageId: 'NORRVIK-SEPA-000007', currency: 'EUR' };
  const iban = (number: string) => ({ scheme: 'iban' as const, routingNumber: null, kind: null, number });
  const inEuro: CompanyTransfers[] = companies.map((company, at) => ({
    ...company,
    account: { ...company.account, ...iban('DE89370400440532013000') },
    transfers: company.transfers.map((one, place) => ({
      ...one,
      trace: `R-00000${at}${place}-1`,
      account: { ...one.account, ...iban('SE4550000000058398257466'), holderName: 'A & <B>' }
    }))
  }));
  const names = (element: XmlElement | undefined) => element?.children.map(({ name }) => name) ?? [];
  const rootOf = (text: string) => xmlTree(text)?.children[0];

  test('C1.012 credits have the elements of pain.001.001.09 in the order of its schema', () => {
    const text = writeSepaRepayments(SEPA, head, 'credit', inEuro);
    expect(text).toContain('xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"');
    const root = rootOf(text);
    expect([root?.name, ...names(root)]).toEqual(['CstmrCdtTrfInitn', 'GrpHdr', 'PmtInf', 'PmtInf']);
    const [header, batch] = root?.children ?? [];
    expect(names(header)).toEqual(['MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum', 'InitgPty']);
    expect([textAt(header, 'NbOfTxs'), textAt(header, 'CtrlSum')]).toEqual(['3', '113.75']);
    expect(names(batch)).toEqual([
      ...['PmtInfId', 'PmtMtd', 'BtchBookg', 'NbOfTxs', 'CtrlSum', 'PmtTpInf', 'ReqdExctnDt', 'Dbtr', 'DbtrAcct'],
      ...['DbtrAgt', 'ChrgBr', 'CdtTrfTxInf', 'CdtTrfTxInf']
    ]);
    expect([textAt(batch, 'PmtInfId'), textAt(batch, 'PmtMtd'), textAt(batch, 'CtrlSum')]).toEqual([
      ...['NORRVIK-SEPA-000007-1', 'TRF', '112.75']
    ]);
    expect(textAt(batch, 'ReqdExctnDt', 'Dt')).toBe('2026-03-17');
    expect([textAt(batch, 'Dbtr', 'Nm'), textAt(batch, 'DbtrAcct', 'Id', 'IBAN')]).toEqual([
      ...['Norrvik AB', 'DE89370400440532013000']
    ]);
    const [one] = all(batch, 'CdtTrfTxInf');
    expect(names(one)).toEqual(['PmtId', 'Amt', 'CdtrAgt', 'Cdtr', 'CdtrAcct', 'RmtInf']);
    expect([textAt(one, 'PmtId', 'EndToEndId'), textAt(one, 'Amt', 'InstdAmt')]).toEqual(['R-0000000-1', '12.50']);
    expect([textAt(one, 'Cdtr', 'Nm'), textAt(one, 'CdtrAcct', 'Id', 'IBAN')]).toEqual([
      ...['A . .B.', 'SE4550000000058398257466']
    ]);
    expect(writeSepaRepayments(SEPA, head, 'credit', inEuro)).toBe(text);
    expect(PAYMENT_RAILS.sepa.read(SEPA, answerTo('sepa', text) as string)).toMatchObject({
      value: { words: [{ says: 'accepted', trace: null }] }
    });
  });

  test('C1.012 debits have the elements of pain.008.001.08, each by the mandate of its account, for the company', () => {
    const mandate: Mandate = {
      issuerId: '',
      id: '',
      walletAccountId: '',
      userId: '',
      number: 1,
      reference: '4WX2-1',
      scheme: 'CORE',
      signedOn: '2026-02-15',
      state: 'active',
      blockCode: null,
      creditorId: null,
      collectedOn: null
    };
    const debits = inEuro.map((company) => ({
      ...company,
      transfers: company.transfers.map((one) => ({ ...one, mandate }))
    }));
    const root = rootOf(writeSepaRepayments(SEPA, { ...head, mandateScheme: 'CORE' }, 'debit', debits));
    expect(root?.name).toBe('CstmrDrctDbtInitn');
    const batch = root?.children[1];
    expect(names(batch)).toEqual([
      ...['PmtInfId', 'PmtMtd', 'BtchBookg', 'NbOfTxs', 'CtrlSum', 'PmtTpInf', 'ReqdColltnDt', 'Cdtr', 'CdtrAcct'],
      ...['CdtrAgt', 'UltmtCdtr', 'ChrgBr', 'CdtrSchmeId', 'DrctDbtTxInf', 'DrctDbtTxInf']
    ]);
    expect([textAt(batch, 'Cdtr', 'Nm'), textAt(batch, 'UltmtCdtr', 'Nm')]).toEqual([SEPA.name, 'Norrvik AB']);
    expect([textAt(batch, 'PmtTpInf', 'SeqTp'), textAt(batch, 'PmtTpInf', 'LclInstrm', 'Cd')]).toEqual([
      ...['RCUR', 'CORE']
    ]);
    const [one] = all(batch, 'DrctDbtTxInf');
    expect(names(one)).toEqual(['PmtId', 'InstdAmt', 'DrctDbtTx', 'DbtrAgt', 'Dbtr', 'DbtrAcct', 'RmtInf']);
    expect(['MndtId', 'DtOfSgntr'].map((name) => textAt(one, 'DrctDbtTx', 'MndtRltdInf', name))).toEqual([
      '4WX2-1',
      '2026-02-15'
    ]);
    expect(() => writeSepaRepayments(SEPA, head, 'debit', inEuro)).toThrow('has no mandate');
  });

  test('C1.012 outside of the euro it has no SEPA service level, and the currency’s own digits', () => {
    const yen = { ...head, currency: 'JPY' };
    const root = rootOf(writeSepaRepayments(SEPA, yen, 'credit', [{ ...(inEuro[1] as CompanyTransfers) }]));
    expect(textAt(root?.children[1], 'PmtTpInf')).toBeNull();
    expect(textAt(root?.children[1], 'CdtTrfTxInf', 'Amt', 'InstdAmt')).toBe('1');
  });
});
