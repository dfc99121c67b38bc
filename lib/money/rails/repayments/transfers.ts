import type { BankAccount } from '../../wallet/bank-accounts';
import type { Mandate } from '../../wallet/mandates/mandates';
import type { FileHead, Originator } from '../rail';

/** A repayment as an entry of a file. */
export interface Transfer {
  id: string;
  trace: string;
  /** R-000123. */
  reference: string;
  /** An exact decimal. */
  amount: string;
  account: BankAccount;
  /** SEPA: what a debit is collected by. */
  mandate: Mandate | null;
}

/** The repayments of a company, and the account that they are paid from or to. */
export interface CompanyTransfers {
  companyName: string;
  account: BankAccount;
  /** Of the company's own side, where the rail writes one. */
  trace: string;
  transfers: readonly Transfer[];
}

/** What a file does for the people in it. */
export type Direction = 'credit' | 'debit';

/** A file of repayments: the same text for the same input. */
export type WriteRepayments = (
  originator: Originator,
  head: FileHead,
  direction: Direction,
  companies: readonly CompanyTransfers[]
) => string;
