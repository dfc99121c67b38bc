import type { AttachmentKind } from '../../../kit/attachments/attached-name';

/** The stages of a case at a card network, in their order. */
export const STAGES = ['chargeback', 'representment', 'pre_arbitration', 'arbitration'] as const;
export type Stage = (typeof STAGES)[number];
/** Whom a stage waits for. */
export type Party = 'merchant' | 'issuer' | 'network';
/** How a network ends a case, by the cardholder's eyes. */
export type NetworkOutcome = 'won' | 'partly_won' | 'lost' | 'past_time';
export type CommandKind = 'file' | 'pursue' | 'accept' | 'withdraw';

/** A claim as a network takes it in: amounts are exact decimals, days are `2026-02-28`. */
export interface Claim {
  reference: string;
  networkCode: string;
  amount: string;
  currency: string;
  postingDate: string;
  merchantName: string;
  explanation: string;
}

/** What the issuer tells a network. The key is the record's and the round's, so that a repetition has the same one. */
export type NetworkCommand = { key: string; issuerId: string } & (
  | { kind: 'file'; claim: Claim }
  | { kind: Exclude<CommandKind, 'file'>; caseNumber: string }
);

/** What a network answers; unknown: nobody knows whether it took the command, and the same key asks again. */
export type NetworkAnswer = { is: 'done'; caseNumber: string } | { is: 'refused'; text: string } | { is: 'unknown' };

/** What a network tells of a case; its id is unique in the case. */
export type NetworkEvent = { id: string; caseNumber: string; at: Date; cursor: string } & (
  | { is: 'step'; stage: Stage; awaits: Party; replyBy: string | null }
  | { is: 'closed'; outcome: NetworkOutcome; wonAmount: string | null }
);

/** A file of evidence as a network takes it in: its hash is hexadecimal, its bytes come as they are read. */
export interface EvidenceFile {
  key: string;
  issuerId: string;
  caseNumber: string;
  name: string;
  mediaType: string;
  size: number;
  sha256: string;
  bytes: AsyncIterable<Uint8Array>;
}

/** What a network answers to a file, as to a command. */
export type EvidenceAnswer = { is: 'done'; reference: string } | Exclude<NetworkAnswer, { is: 'done' }>;

/**
 * A card network, towards an issuer: it takes commands and evidence, each once by its key, and tells what happened after a
 * cursor, oldest first.
 */
export interface DisputeNetwork {
  /** The files that it takes; what it doesn't take isn't attached to a dispute. */
  takes: { kinds: readonly AttachmentKind[]; mostBytes: number };
  takeEvidence(file: EvidenceFile): Promise<EvidenceAnswer>;
  command(command: NetworkCommand): Promise<NetworkAnswer>;
  eventsAfter(issuerId: string, cursor: string | null): Promise<NetworkEvent[]>;
}
