import type { Transaction } from '../../../core/database/database';
import type { Answer, ReferencedAuthorization } from '../authorizations/authorize';
import type { AskedClearing } from '../clearings/keep-clearing';
import type { Controls, Period } from '../controls';
import type { Failure } from '../decide';

/** A card as a merchant needs it. It is shown for a minute, and never logged, mailed, audited or stored. */
export interface RevealedCard {
  number: string;
  expiry: string;
  code: string;
}

/**
 * How a control is kept: by the processor itself, by our answer to its question about each authorization, or not at all.
 */
export type Support = 'native' | 'asked' | 'none';

/** What a processor can hold a card to; limits of an amount in a time by their period. */
export interface Capabilities {
  controls: Record<Exclude<Failure['control'], 'cardState' | 'currency' | 'velocity'>, Support>;
  velocity: Record<Period, Support>;
  /** Whether a supplier can be paid without anybody keying the card. */
  straightThrough: boolean;
}

/** In hours, how long a key is surely known where it was used (Stripe keeps it for 24). */
export const KEY_HOURS = 20;

export type CommandKind = 'issue' | 'change' | 'suspend' | 'close';

/** What a card shall be: its controls always as a whole, and the last month that we ask for, `06/27`. */
export interface CardTerms {
  controls: Controls;
  expiry: string;
}

/** What a processor is told of a card. The key is the record's and the round's, so that a repetition has the same one. */
export type CardCommand = {
  key: string;
  issuerId: string;
  cardId: string;
  /** The processor's own reference of the card; null before it is issued. */
  reference: string | null;
  /** When the card was first ordered. */
  since: Date;
  /** Whether an earlier command, or this one long ago, may have made the card: it is looked for first. */
  mayExist: boolean;
} & ({ kind: 'issue' | 'change'; terms: CardTerms } | { kind: 'suspend' | 'close' });

/** The number of a card that we keep: sealed for its row, with a keyed hash. */
export interface SealedNumber {
  encrypted: Buffer<ArrayBuffer>;
  keyId: string;
  hash: Buffer<ArrayBuffer>;
}

/** A card that a processor has issued; with its number only where that is ours to keep. */
export interface IssuedCard {
  reference: string;
  lastFour: string;
  expiry: string;
  number: SealedNumber | null;
}

/**
 * What a processor answers; `card`: the one that it has issued. Unknown: nobody knows whether it took the command, and the
 * same key asks again, after some seconds where it says so. Closed: it doesn't talk to us at all, so that it has not taken
 * this attempt, whatever it made of earlier ones.
 */
export type ProcessorAnswer =
  | { is: 'done'; card: IssuedCard | null }
  | { is: 'refused'; text: string }
  | { is: 'closed'; text: string }
  | { is: 'unknown'; seconds?: number };

/** An issued card, for its number to be shown. */
export interface ShowableCard {
  issuerId: string;
  id: string;
  reference: string | null;
  expiry: string;
  sealed: Uint8Array | null;
}

/** What a processor asks about a card, by its own reference, and waits for: whether a merchant may have an amount. */
export interface Question {
  card: string;
  asked: ReferencedAuthorization;
}

/**
 * What a processor tells of a card, by its own reference. It may come twice, and in any order; what happened before an
 * event comes with it, the earliest first.
 */
export type ProcessorEvent = { card: string } /** `state`: the card's, if the processor declined for it. */ & (
  | { is: 'decided'; asked: ReferencedAuthorization; approved: boolean; state: 'suspended' | 'closed' | null }
  /** What a merchant gave back of all that was approved under a reference and its increments, so far. */
  | { is: 'released'; authorization: string; amount: string }
  | { is: 'cleared'; clearing: AskedClearing; merchantId: string | null; category: string | null }
);

/**
 * A message of a processor: a question that it waits for, one that needs no card to be answered, or what it tells.
 */
export type ProcessorMessage =
  | { is: 'question'; question: Question }
  | { is: 'answered'; answer: object }
  | { is: 'events'; events: ProcessorEvent[] };

/**
 * What came after a cursor, the earliest first, each with the cursor behind it, by which it can be asked for again. What it
 * tells is read by itself, so that one that isn't as documented stops no other. @throws ZodError
 */
export type ProcessorPage = { cursor: string; read: () => ProcessorEvent[] }[];

/** A card processor, towards an issuer: it takes commands, each once by its key, asks, and tells. */
export interface CardProcessor {
  /** Whether it answers within the transaction that asks; others are asked by the outbox. */
  isInTheBox: boolean;
  /** The header in which its messages are signed. */
  signatureHeader: string;
  /** What it can do for an issuer; null: its issuer has not set it up. */
  capabilities(tx: Transaction, issuerId: string): Promise<Capabilities | null>;
  command(tx: Transaction, command: CardCommand): Promise<ProcessorAnswer>;
  /** The number of a card, for a caller that has checked the right to it. @throws Busy if the processor doesn't answer */
  reveal(tx: Transaction, card: ShowableCard): Promise<RevealedCard>;
  /** Reads a message that came with a signature; null: not the processor's, or too old. */
  read(tx: Transaction, issuerId: string, message: SignedMessage): Promise<ProcessorMessage | null>;
  /** The body of the answer to its question; null: the product could not decide. */
  answer(given: Answer | null): object;
  /** What it tells after a cursor, or since an instant; null: it doesn't answer. */
  eventsAfter(
    tx: Transaction,
    issuerId: string,
    after: { cursor: string | null; since: Date }
  ): Promise<ProcessorPage | null>;
  /** What it told once, by its cursor; null: it doesn't answer, or has forgotten. @throws ZodError where it isn't as documented */
  eventsAt(tx: Transaction, issuerId: string, cursor: string): Promise<ProcessorEvent[] | null>;
}

/** A message as it came, byte by byte. */
export interface SignedMessage {
  headers: Headers;
  body: string;
}
