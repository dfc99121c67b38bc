import type { Prisma } from '../../core/database/prisma/client';
import type { Result } from '../../core/entry/refusal';
import type { BankAccount } from '../wallet/bank-accounts';
import type { Mandate } from '../wallet/mandates/mandates';
import type { MandateScheme } from '../wallet/mandates/states';
import type { Validation } from '../wallet/validation';

/** The rails by which payments are collected: ACH in the United States, SEPA direct debit where accounts have IBANs. */
export const RAILS = ['nacha', 'sepa'] as const;
export type RailName = (typeof RAILS)[number];

/** The issuer towards its bank: whose account is credited, and what the bank knows it by. */
export interface Originator {
  rail: RailName;
  name: string;
  bankName: string;
  /** ACH: the routing number of its bank, what the bank knows the issuer by, and the class of its entries. */
  routingNumber: string;
  companyId: string;
  entryClass: 'CCD' | 'PPD';
  /** SEPA: the issuer's creditor identifier, its bank's BIC, and the account that is credited. */
  creditorId: string;
  bic: string;
  iban: string;
}

/** What stands over all entries of a file. */
export interface FileHead {
  messageId: string;
  /** Of the issuer and the rail, from 1. */
  number: number;
  /** How many files of the rail the issuer wrote before on that day. */
  before: number;
  /** Days are `2026-02-28`, the time is `17:00:05`, where the issuer is. */
  writtenOn: string;
  writtenTime: string;
  collectOn: string;
  currency: string;
  /** SEPA: of the mandates that its payments are collected by. */
  mandateScheme: MandateScheme | null;
}

/** What the payments of a file come to, known before they are read. */
export interface FileTotals {
  count: number;
  /** An exact decimal. */
  total: string;
}

/** A payment as an entry of a file. */
export interface Debit {
  trace: string;
  reference: string;
  /** Of the payment. */
  number: number;
  /** An exact decimal. */
  amount: string;
  agreedOn: string;
  account: BankAccount;
  /** SEPA: what it is collected by. */
  mandate: Mandate | null;
}

/** A bank account that is validated, as entries of a file. */
export interface AccountTest {
  account: BankAccount;
  validation: Validation;
  /** One of a prenote; of micro-entries those of both credits, then that of the debit that takes them back. */
  traces: readonly string[];
  /** Of micro-entries: the amounts of both credits. */
  cents: readonly [number, number] | null;
}

/** What a bank says about a payment, or about all payments of a file that it says nothing else about. */
export interface BankWord {
  says: 'accepted' | 'paid' | 'returned' | 'change';
  /** The file as the bank was told, where the answer names it. */
  messageId: string | null;
  /** The entry; null: all others of the file. */
  trace: string | null;
  /** Of a return or a change. */
  code: string | null;
  /** Of a returned amount, where the answer repeats it. */
  amount: string | null;
}

/** A whole answer of a bank. */
export interface BankAnswer {
  /** What the bank calls it: it is read once. */
  identity: string;
  words: BankWord[];
}

/** A way to collect payments: it writes files for a bank and reads the bank's answers. */
export interface PaymentRail {
  extension: string;
  mediaType: string;
  /** The most that the entries of a file may add up to. */
  mostTotal: string;
  /** The most files that one day can tell apart. */
  mostFilesADay: number;
  /** The trace of payment `p`. */
  traceOf(originator: Originator): Prisma.Sql;
  /** The file in pieces, while its payments are read: the same text for the same input. */
  write(
    originator: Originator,
    head: FileHead,
    totals: FileTotals,
    debits: AsyncIterable<readonly Debit[]>
  ): AsyncIterable<string>;
  /** How it can validate bank accounts: none of them where its scheme has no such entries. */
  validations: readonly Validation[];
  /** The trace of an entry that validates an account, by its number among the issuer's: never one of a payment. */
  testTraceOf(originator: Originator, number: number): string;
  /** The file that validates accounts: the same text for the same input. @throws where the rail validates none */
  writeTests(originator: Originator, head: FileHead, tests: readonly AccountTest[]): string;
  /** Whether an answer is written for this rail at all. */
  isAnswer(text: string): boolean;
  /** Reads an answer whole, or refuses it whole. */
  read(originator: Originator, text: string): Result<BankAnswer>;
}
