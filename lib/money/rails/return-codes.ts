import type { KeyAfter } from '../../core/language/text-key';

/** Why a payment came back, in plain words at `payment.reason.…`. */
type ReturnReason = KeyAfter<'payment.reason.'>;

const among = (reason: ReturnReason, codes: string): [string, ReturnReason][] =>
  codes.split(' ').map((code) => [code, reason]);

/** The reasons for which banks return ACH debits (Nacha Operating Rules, appendix four). */
const NACHA_RETURNS: ReadonlyMap<string, ReturnReason> = new Map([
  ...among('funds', 'R01 R09'),
  ...among('closed', 'R02 R12 R14 R15'),
  ...among('not_found', 'R03 R04 R13 R28'),
  ...among('refused', 'R05 R07 R08 R10 R11 R29 R31 R37 R38 R39 R51'),
  ...among('blocked', 'R16 R20'),
  ...among('bank', 'R06 R17 R18 R19 R21 R22 R23 R24 R25 R26 R27 R30 R32 R33 R34 R35 R36')
]);

/** What banks ask originators to change (Nacha Operating Rules, appendix five). */
const NACHA_CHANGES = 'C01 C02 C03 C05 C06 C07 C09 C13 C14'.split(' ');

/** The reasons for which banks reject or return direct debits (ISO 20022 external codes, EPC173-14). */
const SEPA_RETURNS: ReadonlyMap<string, ReturnReason> = new Map([
  ...among('funds', 'AM04'),
  ...among('closed', 'AC04 AC07 MD07'),
  ...among('not_found', 'AC01 AC02 AC05 BE01 BE05 RC01 RC10'),
  ...among('refused', 'MD01 MD02 MD06 MS02 SL01 SL11 SL12 SL13 SL14'),
  ...among('blocked', 'AC06 AC13 AG01'),
  ...among('bank', 'AC03 AG02 AG03 AG09 AG10 AM02 AM05 AM09 AM10 CNOR CUST DNOR DT01 DUPL ED05 FF01 FF03 FF05'),
  ...among('bank', 'MS03 NARR RR01 RR02 RR03 RR04 TECH TM01')
]);

export const isNachaReturn = (code: string): boolean => NACHA_RETURNS.has(code);
export const isNachaChange = (code: string): boolean => NACHA_CHANGES.includes(code);
export const isSepaReturn = (code: string): boolean => SEPA_RETURNS.has(code);

/** Why a payment with this code came back, in plain words. */
export const reasonOf = (code: string): ReturnReason => NACHA_RETURNS.get(code) ?? SEPA_RETURNS.get(code) ?? 'bank';
