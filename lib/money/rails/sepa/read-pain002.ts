import { accepted, type Refusal, type Result, refused } from '../../../core/entry/refusal';
import type { BankAnswer, BankWord, Originator } from '../rail';
import { isSepaReturn } from '../return-codes';
import { all, textAt, type XmlElement, xmlTree } from './xml-tree';

const DAMAGED: Refusal = { code: 'payment.answer.damaged' };

/** What a status says (ISO 20022 external codes); null: nothing yet. */
const SAYS: Readonly<Record<string, BankWord['says'] | null>> = {
  ACTC: 'accepted',
  ACCP: 'accepted',
  ACSP: 'accepted',
  ACWC: 'accepted',
  // Those that are refused are named; the others are accepted.
  PART: 'accepted',
  ACSC: 'paid',
  ACCC: 'paid',
  RJCT: 'returned',
  RCVD: null,
  PDNG: null
};

/** Whether a text is an XML document. */
export const isXml = (text: string): boolean => /^\uFEFF?\s*</.test(text);

/** Thrown within an answer to refuse it whole. */
class Unread extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.code);
  }
}

const unknown = (code: string | null) => new Unread({ code: 'payment.answer.code', params: { code: code ?? '–' } });

/** Reads a payment status report, pain.002, about a file of the originator. */
export function readPain002({ bic }: Originator, text: string): Result<BankAnswer> {
  const report = all(xmlTree(text.replace(/^\uFEFF/, '')) ?? undefined, 'CstmrPmtStsRpt')[0];
  const [messageId, about] = [textAt(report, 'GrpHdr', 'MsgId'), textAt(report, 'OrgnlGrpInfAndSts', 'OrgnlMsgId')];
  if (!report || !messageId || messageId.length > 35 || !about) return refused(DAMAGED);
  const agents = ['CdtrAgt', 'DbtrAgt'].flatMap((agent) => all(report, 'GrpHdr', agent, 'FinInstnId'));
  const bics = agents.flatMap((agent) => textAt(agent, 'BICFI') ?? textAt(agent, 'BIC') ?? []);
  const isOther = bics.length > 0 && !bics.some((one) => one.slice(0, 8) === bic.slice(0, 8));
  const kind = textAt(report, 'OrgnlGrpInfAndSts', 'OrgnlMsgNmId');
  if (isOther || (kind && !/^pain\.00[18]\./.test(kind))) return refused({ code: 'payment.answer.other.bank' });
  try {
    return accepted({ identity: `pain.002/${messageId}`, words: wordsOf(report, about) });
  } catch (error) {
    if (error instanceof Unread) return refused(error.refusal);
    throw error;
  }
}

/** What a report says about single payments, then about the others of the file. */
function wordsOf(report: XmlElement, messageId: string): BankWord[] {
  const groups = all(report, 'OrgnlPmtInfAndSts');
  const words = groups
    .flatMap((group) => all(group, 'TxInfAndSts'))
    .flatMap((transaction) => {
      const trace = textAt(transaction, 'OrgnlEndToEndId') ?? textAt(transaction, 'OrgnlInstrId');
      if (!trace) throw new Unread(DAMAGED);
      return wordOf(transaction, 'TxSts', { messageId, trace });
    });
  const [whole] = all(report, 'OrgnlGrpInfAndSts');
  const [batch] = groups.filter((group) => textAt(group, 'PmtInfSts'));
  const rest = { messageId, trace: null };
  if (whole && textAt(whole, 'GrpSts')) words.push(...wordOf(whole, 'GrpSts', rest));
  else if (batch) words.push(...wordOf(batch, 'PmtInfSts', rest));
  return words;
}

function wordOf(element: XmlElement, status: string, about: Pick<BankWord, 'messageId' | 'trace'>): BankWord[] {
  const said = textAt(element, status);
  const says = SAYS[said ?? ''];
  if (says === undefined) throw unknown(said);
  if (says === null) return [];
  const code = says === 'returned' ? textAt(element, 'StsRsnInf', 'Rsn', 'Cd') : null;
  if (says === 'returned' && !(code && isSepaReturn(code))) throw unknown(code);
  return [{ ...about, says, code, amount: textAt(element, 'OrgnlTxRef', 'Amt', 'InstdAmt') }];
}
