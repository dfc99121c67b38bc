import { Prisma } from '@/lib/core/database/prisma/client';
import { isCreditorId } from '@/lib/money/rails/creditor-id';
import type { Debit, FileHead, Originator, RailName } from '@/lib/money/rails/rail';
import { PAYMENT_RAILS } from '@/lib/money/rails/rails';
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
const CREDITOR: Originator = { ...ORIGINATOR, ...ORIGINATORS.sepa };
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

const debit = (number: number, amount: string, more: Partial<Debit['account']> = {}): Debit => ({
  trace: '',
  reference: `P-00000${number}`,
  number,
  amount,
  agreedOn: '2026-03-15',
  account: {
    id: '',
    scheme: 'us',
    holderName: 'Åsa Łęcka-Größe',
    routingNumber: '021000021',
    kind: 'checking',
    number: '123456789',
    blockCode: null,
    ...more
  },
  mandate: null
});
const traced = (rail: RailName, debits: Debit[]): Debit[] =>
  debits.map((one) => ({ ...one, trace: rail === 'sepa' ? one.reference : `09100001000000${one.number}` }));

/** The text of a file, whose payments are read so many at a time. */
async function written(originator: Originator, head: FileHead, debits: readonly Debit[], page = 1): Promise<string> {
  async function* pages() {
    for (let at = 0; at < debits.length; at += page) yield debits.slice(at, at + page);
  }
  const total = debits.reduce((sum, { amount }) => sum.plus(amount), new Prisma.Decimal(0)).toString();
  let text = '';
  for await (const piece of PAYMENT_RAILS[originator.rail].write(
    originator,
    head,
    { count: debits.length, total },
    pages()
  ))
    text += piece;
  return text;
}

describe('NACHA', () => {
  const debits = traced('nacha', [
    debit(1, '150'),
    debit(2, '99999999.99', { kind: 'savings', routingNumber: '011401533', number: '98765400' })
  ]);
  let text = '';
  let records: string[] = [];
  beforeAll(async () => {
    text = await written(ORIGINATOR, HEAD, debits);
    records = text.split('\n').slice(0, -1);
  });

  test('C1.012 has records of 94 characters in blocks of ten, and the fields where Nacha’s rules have them', () => {
    expect(records.map(({ length }) => length)).toEqual(Array(10).fill(94));
    expect(records[0]).toBe(
      '101 09100001912345678902603161700B094101FIRST BANK             NORRVIK CARD SERVICES  00000007'
    );
    expect(records[1]).toBe(
      '5225NORRVIK CARD SER                    1234567890CCDCARD PMT  260316260317   1091000010000001'
    );
    expect(records[2]).toBe(
      '627021000021123456789        0000015000P-000001       ASA LECKA-GROSSE        1091000010000001'
    );
    expect(records[3]).toBe(`705${'CARD PAYMENT P-000001'.padEnd(80)}00010000001`);
    expect(records[4]?.slice(0, 54)).toBe('63701140153398765400         9999999999P-000002       ');
    expect(records[9]).toBe('9'.repeat(94));
  });

  test('C1.012 its hashes, counts and totals add up', () => {
    // 02100002 + 01140153: the first eight digits of the routing numbers.
    expect(records[6]).toBe(
      `82250000040003240155${'010000014999'}${'0'.repeat(12)}1234567890${' '.repeat(25)}091000010000001`
    );
    expect(records[7]).toBe(`9000001000001000000040003240155010000014999${'0'.repeat(12)}${' '.repeat(39)}`);
    expect(records).toHaveLength(10);
  });

  test('C1.012 the same payments make the same bytes, however many are read at a time', async () => {
    expect(await written(ORIGINATOR, HEAD, debits, 2)).toBe(text);
  });

  test('C1.012 a return names the entry, its amount and the reason', async () => {
    const answer = answerTo('nacha', text) as string;
    const read = PAYMENT_RAILS.nacha.read(ORIGINATOR, answer);
    expect(read).toMatchObject({
      ok: true,
      value: { words: [{ says: 'returned', code: 'R01', trace: debits[1]?.trace, amount: '99999999.99' }] }
    });
    expect(answerTo('nacha', await written(ORIGINATOR, HEAD, debits.slice(0, 1)))).toBeNull();
  });
});

describe('SEPA', () => {
  const iban = { routingNumber: null, kind: null, number: 'SE4550000000058398257466', scheme: 'iban' as const };
  const head: FileHead = { ...HEAD, messageId: 'NORRVIK-SEPA-000007', currency: 'EUR', mandateScheme: 'CORE' };
  const mandate: Mandate = {
    issuerId: '',
    id: '',
    walletAccountId: '',
    userId: '',
    number: 1,
    reference: '7QK4-1',
    scheme: 'CORE',
    signedOn: '2026-03-15',
    state: 'active',
    blockCode: null,
    creditorId: null,
    collectedOn: null
  };
  const debits = traced('sepa', [
    { ...debit(1, '150', iban), mandate },
    {
      ...debit(2, '100.5', { ...iban, holderName: 'A & <B>' }),
      mandate: { ...mandate, reference: '7QK5-1', creditorId: 'NL79ZZZ999999990000', collectedOn: '2026-02-17' }
    }
  ]);
  let text = '';
  let initiation: XmlElement | undefined;
  beforeAll(async () => {
    text = await written(CREDITOR, head, debits);
    [initiation] = all(xmlTree(text) ?? undefined, 'CstmrDrctDbtInitn');
  });
  const names = (element: XmlElement | undefined) => element?.children.map(({ name }) => name) ?? [];

  test('C1.012 has the elements of pain.008.001.08 in the order of its schema', () => {
    expect(text).toContain('xmlns="urn:iso:std:iso:20022:tech:xsd:pain.008.001.08"');
    expect(names(initiation)).toEqual(['GrpHdr', 'PmtInf']);
    const [header, batch] = initiation?.children ?? [];
    expect(names(header)).toEqual(['MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum', 'InitgPty']);
    expect(names(batch)).toEqual([
      ...['PmtInfId', 'PmtMtd', 'BtchBookg', 'NbOfTxs', 'CtrlSum', 'PmtTpInf', 'ReqdColltnDt', 'Cdtr', 'CdtrAcct'],
      ...['CdtrAgt', 'ChrgBr', 'CdtrSchmeId', 'DrctDbtTxInf', 'DrctDbtTxInf']
    ]);
    expect(names(all(batch, 'PmtTpInf')[0])).toEqual(['SvcLvl', 'LclInstrm', 'SeqTp']);
    expect(names(all(batch, 'DrctDbtTxInf')[0])).toEqual([
      ...['PmtId', 'InstdAmt', 'DrctDbtTx', 'DbtrAgt', 'Dbtr', 'DbtrAcct', 'RmtInf']
    ]);
    for (const place of [header, batch])
      expect([textAt(place, 'NbOfTxs'), textAt(place, 'CtrlSum')]).toEqual(['2', '250.50']);
  });

  test('issue 20 C1.012 each payment is collected by its mandate, and names an earlier creditor, in the characters that every bank reads', async () => {
    const [one, other] = all(initiation, 'PmtInf', 'DrctDbtTxInf');
    expect(textAt(one, 'InstdAmt')).toBe('150.00');
    expect(textAt(one, 'DrctDbtTx', 'MndtRltdInf', 'MndtId')).toBe('7QK4-1');
    expect(all(one, 'DrctDbtTx', 'MndtRltdInf', 'AmdmntInd')).toEqual([]);
    const amendment = ['DrctDbtTx', 'MndtRltdInf', 'AmdmntInfDtls', 'OrgnlCdtrSchmeId', 'Id', 'PrvtId', 'Othr'];
    expect(textAt(other, 'DrctDbtTx', 'MndtRltdInf', 'AmdmntInd')).toBe('true');
    expect(textAt(other, ...amendment, 'Id')).toBe('NL79ZZZ999999990000');
    expect(textAt(one, 'DrctDbtTx', 'MndtRltdInf', 'DtOfSgntr')).toBe('2026-03-15');
    expect(textAt(one, 'Dbtr', 'Nm')).toBe('Asa Lecka-Grosse');
    expect(textAt(other, 'Dbtr', 'Nm')).toBe('A . .B.');
    expect(textAt(one, 'DbtrAcct', 'Id', 'IBAN')).toBe('SE4550000000058398257466');
    expect(textAt(all(initiation, 'PmtInf')[0], 'PmtTpInf', 'SeqTp')).toBe('RCUR');
    expect(textAt(all(initiation, 'PmtInf')[0], 'PmtTpInf', 'LclInstrm', 'Cd')).toBe('CORE');
    expect(await written(CREDITOR, { ...head, mandateScheme: 'B2B' }, debits)).toContain('<LclInstrm><Cd>B2B</Cd>');
    expect(await written(CREDITOR, head, debits, 2)).toBe(text);
  });

  test('C1.012 outside of the euro it has no SEPA service level, and the currency’s own digits', async () => {
    const yens = await written(
      CREDITOR,
      { ...head, currency: 'JPY' },
      traced('sepa', [{ ...debit(1, '15000', iban), mandate }])
    );
    const [yen] = all(xmlTree(yens) ?? undefined, 'CstmrDrctDbtInitn', 'PmtInf');
    expect(names(all(yen, 'PmtTpInf')[0])).toEqual(['SeqTp']);
    expect(textAt(yen, 'DrctDbtTxInf', 'InstdAmt')).toBe('15000');
  });
});

test('C1.012 a creditor identifier has the right check digits, whatever its business code', () => {
  expect(['DE98ZZZ09999999999', 'DE98ABC09999999999', 'NL79ZZZ999999990000'].map(isCreditorId)).toEqual([
    true,
    true,
    true
  ]);
  expect(['DE97ZZZ09999999999', 'DE98ZZZ', '98DEZZZ09999999999', ''].map(isCreditorId)).toEqual(Array(4).fill(false));
});
