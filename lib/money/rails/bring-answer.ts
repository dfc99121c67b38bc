import { createHash } from 'node:crypto';
import { may, type Principal } from '../../access/policy/principal';
import { appendAudits, type Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { fileName } from '../../core/files/file-name';
import { MAX_UPLOAD_BYTES } from '../../core/files/spreadsheet-package';
import { virusFault } from '../../core/files/virus-scan';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { REPAYMENT } from '../expenses/repayments/states';
import { PAYMENT } from '../payments/states';
import { endByBank } from '../wallet/mandates/change-mandates';
import { blockAccounts } from '../wallet/validate-accounts';
import { type ReadAnswer, readAnswer } from './read-answer';
import { tellRepaid } from './repayments/tell-repaid';
import { reasonOf } from './return-codes';
import { tellPayers } from './tell-payers';

const PATIENCE_MILLIS = 120_000;

/** A file with what a bank answers. */
interface BroughtAnswer {
  issuerId: string;
  source: 'upload' | 'simulated' | 'folder';
  name: string;
  bytes: Uint8Array;
  /** Who uploads it. */
  userId: string | null;
  /** What it is to be known by; its own unless given. */
  id?: string;
}

/** Uploads an answer of the bank to the principal's issuer. Refused as a whole, or read as a whole. */
export async function uploadAnswer(
  principal: Principal,
  { name, bytes }: Pick<BroughtAnswer, 'name' | 'bytes'>,
  origin: Origin
): Promise<Result<string>> {
  if (!may(principal, 'payment_files', 'run')) return refused({ code: 'forbidden.action' });
  const { issuerId, userId } = principal;
  return bringAnswer({ issuerId, source: 'upload', name, bytes, userId }, { ...origin, accessor: principal.accessor });
}

/**
 * Takes an answer of an issuer's bank: reading it, the new states of the payments, what payers are told and the audit are
 * one transaction. A refused one is noted with its reason. Returns its id.
 */
export async function bringAnswer(answer: BroughtAnswer, origin: Origin): Promise<Result<string>> {
  const brought = { ...answer, id: answer.id ?? newId(), name: fileName(answer.name) || 'answer' };
  const virus = await virusFault(brought.bytes);
  const read = virus ? refused({ code: virus }) : await tryAnswer(brought, origin);
  if (read.ok) return accepted(brought.id);
  await transaction((tx) => noteRefusal(tx, brought, read.refusal, origin));
  return read;
}

/** Thrown within the transaction to undo what was read so far. */
class Refusing extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.code);
  }
}

type Brought = BroughtAnswer & { id: string };

const tryAnswer = (brought: Brought, origin: Origin): Promise<Result<string>> =>
  transaction((tx) => takeAnswer(tx, brought, origin), PATIENCE_MILLIS).catch((error: unknown) => {
    if (error instanceof Refusing) return refused(error.refusal);
    throw error;
  });

async function takeAnswer(tx: Transaction, brought: Brought, origin: Origin): Promise<Result<string>> {
  const { issuerId, id, bytes } = brought;
  const text = textOf(bytes);
  if (text === null) throw new Refusing({ code: 'payment.answer.damaged' });
  const read = await readAnswer(tx, issuerId, text);
  if (!read.ok) throw new Refusing(read.refusal);
  const { identity, ...changed } = read.value;
  await tx.paymentAnswer.create({
    data: {
      issuerId,
      ...rowOf(brought),
      identity,
      ...countsOf(changed)
    }
  });
  await tellPayers(tx, issuerId, changed);
  await tellRepaid(tx, issuerId, changed.repayments);
  if (changed.blocked.length > 0) {
    const userId = brought.userId ?? undefined;
    await blockAccounts(tx, issuerId, changed.blocked, { origin, userId });
  }
  await endByBank(tx, issuerId, 'block', changed.mandates, { origin, userId: brought.userId ?? undefined });
  await audit(tx, brought, changed, origin);
  return accepted(id);
}

/** Payments and repayments by what the bank says, and validated accounts that came back or are to be corrected. */
function countsOf(changed: Omit<ReadAnswer, 'identity'>) {
  const { accepted: taken, paid, returned, changes, blocked, repayments } = changed;
  const back = blocked.filter(({ reason }) => reason === 'returned').length;
  return {
    accepted: taken.length + repayments.accepted,
    paid: paid.length + repayments.settled.length,
    returned: returned.length + back + repayments.returned.length + repayments.unpaid.length,
    changes: changes.length + blocked.length - back + repayments.changes.length
  };
}

function textOf(bytes: Uint8Array): string | null {
  if (bytes.byteLength > MAX_UPLOAD_BYTES) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const rowOf = ({ id, source, name, bytes, userId }: Brought) => ({
  id,
  source,
  fileName: name,
  broughtAt: now(),
  broughtBy: userId,
  fileSha256: createHash('sha256').update(bytes).digest()
});

async function noteRefusal(tx: Transaction, brought: Brought, refusal: Refusal, origin: Origin): Promise<void> {
  const { issuerId, id, name: file, userId } = brought;
  await tx.paymentAnswer.create({ data: { issuerId, ...rowOf(brought), refusal: { ...refusal } as object } });
  await appendAudits(tx, origin, [
    {
      issuerId,
      action: 'payment_answer.refused',
      entity: 'payment_answer',
      entityId: id,
      nodeId: issuerId,
      ...(userId && { actorUserId: userId }),
      details: { file, reason: refusal.code }
    }
  ]);
}

async function audit(
  tx: Transaction,
  { issuerId, id, name: file, userId }: Brought,
  changed: Omit<ReadAnswer, 'identity'>,
  origin: Origin
): Promise<void> {
  const { returned, repayments } = changed;
  const by = userId ? { actorUserId: userId } : {};
  const { audit: read } = PAYMENT.events.accept;
  const { audit: isReturned, to } = PAYMENT.events.return;
  await appendAudits(tx, origin, [
    ...returned.map(({ id: entityId, accountId: nodeId, code, state }) => ({
      issuerId,
      action: isReturned,
      entity: 'payment' as const,
      entityId,
      nodeId,
      ...by,
      details: { 'before.state': state, 'after.state': to, code, reason: reasonOf(code) }
    })),
    ...repayments.returned.map(({ id: entityId, accountId: nodeId, code, state }) => ({
      issuerId,
      action: REPAYMENT.events.return.audit,
      entity: 'repayment' as const,
      entityId,
      nodeId,
      ...by,
      details: { 'before.state': state, 'after.state': REPAYMENT.events.return.to, code, reason: reasonOf(code) }
    })),
    {
      issuerId,
      action: read,
      entity: 'payment_answer' as const,
      entityId: id,
      nodeId: issuerId,
      ...by,
      details: {
        file,
        ...countsOf(changed)
      }
    }
  ]);
}
