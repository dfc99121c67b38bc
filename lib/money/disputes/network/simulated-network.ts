import { createHash } from 'node:crypto';
import { z } from 'zod';
import { dayAfter, isoDay } from '../../../core/calendar/days';
import { database, transaction } from '../../../core/database/database';
import { groupBy } from '../../../core/database/group-by';
import { Prisma } from '../../../core/database/prisma/client';
import { readRows, textOf } from '../../../core/database/rows';
import { mediaTypeOf } from '../../../core/files/uploads';
import { now } from '../../../core/server/clock';
import type {
  CommandKind,
  DisputeNetwork,
  EvidenceAnswer,
  EvidenceFile,
  NetworkAnswer,
  NetworkCommand,
  NetworkEvent
} from './network';

/** The pace of the simulated merchant and of the simulated arbitration. */
export const SIMULATED_MILLIS = 60_000;
/** The days that Mastercard's guide gives the merchant for representment, and the sides for pre-arbitration. */
const MERCHANT_DAYS = 45;
const ISSUER_DAYS = 30;
/** Mastercard's message reason codes that it takes. */
const CODES = ['4808', '4834', '4837', '4849', '4853', '4870', '4871'];

/**
 * The card network of a demo, which decides by the last digit of a claim's cents: 1, the merchant answers and gives in
 * before arbitration; 2, it goes through to arbitration and wins; 3, it gives half back; any other, it never answers. Of
 * claims that end in .99 the first answer is lost. It keeps its own memory in its own transactions, as a network would.
 */
export const SIMULATED_NETWORK: DisputeNetwork = {
  // Networks take no PNG.
  takes: { kinds: ['jpg', 'pdf'], mostBytes: 2 * 1024 ** 2 },
  command,
  takeEvidence,
  eventsAfter
};

async function command(asked: NetworkCommand): Promise<NetworkAnswer> {
  if (asked.kind === 'file' && !CODES.includes(asked.claim.networkCode))
    return { is: 'refused', text: `unknown reason code ${asked.claim.networkCode}` };
  const { issuerId, key, kind } = asked;
  const caseNumber = asked.kind === 'file' ? caseNumberOf(issuerId, key) : asked.caseNumber;
  const amount = asked.kind === 'file' ? asked.claim.amount : null;
  const isNew = await transaction(async (tx) => {
    // Events are told in the order of their instants: nothing is taken in while they are read.
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${lockOf(issuerId)}, 0))`;
    const made = await tx.simulatedClaim.createMany({
      data: [{ issuerId, key, caseNumber, kind, amount, receivedAt: now() }],
      skipDuplicates: true
    });
    return made.count > 0;
  });
  return isNew && amount !== null && centsOf(amount) === '99' ? { is: 'unknown' } : { is: 'done', caseNumber };
}

/** Takes a file whose bytes are as it was said; of a claim that ends in .99 the first answer is lost. */
async function takeEvidence({ bytes, mediaType, ...file }: EvidenceFile): Promise<EvidenceAnswer> {
  const { issuerId, key, caseNumber, name, size, sha256 } = file;
  const { kinds, mostBytes } = SIMULATED_NETWORK.takes;
  if (!kinds.some((kind) => mediaTypeOf(kind) === mediaType)) return { is: 'refused', text: `no ${mediaType}` };
  if (size > mostBytes) return { is: 'refused', text: `more than ${mostBytes} bytes` };
  const claim = await database().simulatedClaim.findFirst({ where: { issuerId, caseNumber, kind: 'file' } });
  if (!claim?.amount) return { is: 'refused', text: `unknown case ${caseNumber}` };
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  if (hash.digest('hex') !== sha256) return { is: 'refused', text: 'the bytes are not those of the hash' };
  const made = await database().simulatedEvidence.createMany({
    data: [{ issuerId, key, caseNumber, name, size, sha256: Buffer.from(sha256, 'hex'), receivedAt: now() }],
    skipDuplicates: true
  });
  const isLost = made.count > 0 && centsOf(claim.amount.toString()) === '99';
  return isLost ? { is: 'unknown' } : { is: 'done', reference: `${caseNumber}/${sha256.slice(0, 8)}` };
}

const lockOf = (issuerId: string) => `simulated network/${issuerId}`;
const caseNumberOf = (issuerId: string, key: string) =>
  `SIM${BigInt(`0x${createHash('sha256').update(`${issuerId}/${key}`).digest('hex').slice(0, 14)}`)
    .toString()
    .padStart(17, '0')
    .slice(0, 12)}`;
const centsOf = (amount: string) => new Prisma.Decimal(amount).toFixed(2).slice(-2);

const toldRow = z.strictObject({
  caseNumber: z.string(),
  kind: textOf<CommandKind>(),
  amount: z.string().nullable(),
  receivedAt: z.date()
});
type Told = z.infer<typeof toldRow>;

async function eventsAfter(issuerId: string, cursor: string | null): Promise<NetworkEvent[]> {
  const told = await transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${lockOf(issuerId)}, 0))`;
    return readRows(tx, toldRow)`
      SELECT s.case_number AS "caseNumber", s.kind::text AS kind, trim_scale(s.amount)::text AS amount,
        s.received_at AS "receivedAt"
      FROM simulated_claims s WHERE s.issuer_id = ${issuerId}::uuid ORDER BY s.received_at, s.key`;
  });
  const at = now();
  return [...groupBy(told, ({ caseNumber }) => caseNumber).values()]
    .flatMap((commands) => story(commands, at))
    .filter((event) => event.at <= at && (cursor === null || event.cursor > cursor))
    .sort((one, other) => (one.cursor < other.cursor ? -1 : 1));
}

type Step = Omit<Extract<NetworkEvent, { is: 'step' }>, 'id' | 'caseNumber' | 'cursor'>;
type End = Omit<Extract<NetworkEvent, { is: 'closed' }>, 'id' | 'caseNumber' | 'cursor'>;

/** Everything that happens in a case by the commands that it has had, later events included. */
function story([filed, ...answers]: readonly Told[], at: Date): NetworkEvent[] {
  const { caseNumber, amount, receivedAt } = filed as Told;
  const events: (Step | End)[] = [];
  const last = () => events.at(-1)?.at ?? receivedAt;
  const later = (from: Date) => new Date(from.getTime() + SIMULATED_MILLIS);
  const step = (stage: Step['stage'], awaits: Step['awaits'], on: Date, days: number | null) =>
    events.push({ is: 'step', stage, awaits, at: on, replyBy: days === null ? null : dayAfter(isoDay(on), days) });
  const close = (outcome: End['outcome'], on: Date, wonAmount: string | null = null) =>
    events.push({ is: 'closed', outcome, at: on, wonAmount });
  /** What the issuer answers to the last step: it withdraws, gives in, or lets the day pass; else the instant of its pursuit. */
  const pursuit = (): Date | null => {
    const answer = answers.shift();
    const until = (events.at(-1) as Step).replyBy as string;
    const isLate = isoDay(answer?.receivedAt ?? at) > until;
    if (isLate) close('past_time', new Date(`${dayAfter(until, 1)}T00:00:00Z`));
    else if (answer?.kind === 'accept') close('lost', answer.receivedAt);
    return !isLate && answer?.kind === 'pursue' ? answer.receivedAt : null;
  };

  const ending = centsOf(amount as string).slice(-1);
  step('chargeback', 'merchant', receivedAt, MERCHANT_DAYS);
  if (!['1', '2', '3'].includes(ending)) close('won', later(last()));
  else {
    step('representment', 'issuer', later(last()), ISSUER_DAYS);
    const pursued = pursuit();
    if (pursued) step('pre_arbitration', 'merchant', pursued, ISSUER_DAYS);
    if (pursued && ending === '1') close('won', later(pursued));
    if (pursued && ending === '3')
      close(
        'partly_won',
        later(pursued),
        new Prisma.Decimal(amount as string).div(2).toDP(2, Prisma.Decimal.ROUND_DOWN).toString()
      );
    if (pursued && ending === '2') {
      step('pre_arbitration', 'issuer', later(pursued), ISSUER_DAYS);
      const again = pursuit();
      if (again) step('arbitration', 'network', again, null);
      if (again) close('lost', later(again));
    }
  }
  const withdrawn = answers.find(({ kind }) => kind === 'withdraw')?.receivedAt;
  return events
    .filter((event) => !withdrawn || event.at < withdrawn)
    .map((event, index) => {
      const id = `${caseNumber}-${index + 1}`;
      return { ...event, id, caseNumber, cursor: `${event.at.toISOString()} ${id}` };
    });
}
