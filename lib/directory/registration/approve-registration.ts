import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { type Act, recordAct, recordActs } from '../../access/policy/record-act';
import { settingValue } from '../../access/settings/setting-value';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { optional } from '../../core/entry/optional';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { hashPassword } from '../../sign-in/password/password-hash';
import { newTemporaryPassword } from '../../sign-in/recovery/recovery';
import type { SignInAddress } from '../people/create-user';
import { generateUserId, isTaken, newUserIdSchema } from '../people/new-user-id';
import { brandOf, mailPassword, mailWelcome } from '../people/people-mail';
import { addNode } from '../structure/create-node';
import { seenNode } from '../structure/nodes';
import { timeZoneAt } from '../structure/reads/today';
import { companySchema } from '../structure/schema';
import { insertRegistered } from './new-user';
import { mailDecision } from './registration-mail';
import { awaiting, findRegistration, NOT_FOUND, type RegistrationRecord } from './registration-record';
import { REGISTRATION } from './states';

/** The entry for approving a company. Without a user id one is generated. */
export const companyApprovalSchema = z.object({
  version: z.coerce.number().int(),
  number: companySchema.shape.number,
  name: companySchema.shape.name1,
  /** The company group of the company; empty: directly below the issuer. */
  companyGroup: optional(z.uuid('invalid.entry')),
  currency: companySchema.shape.currency,
  userId: optional(newUserIdSchema)
});
export type CompanyApproval = z.output<typeof companyApprovalSchema>;

async function settle(
  tx: Transaction,
  { issuerId, id }: RegistrationRecord,
  principal: Principal,
  userId: string | null
) {
  const { from, to } = REGISTRATION.events.approve;
  await tx.registration.update({
    where: { issuerId_id: { issuerId, id }, state: { in: [...from] } },
    data: { state: to, decidedAt: now(), decidedBy: principal.userId, userId, version: { increment: 1 } }
  });
}

/**
 * Approves a company (CD.34): creates the company and its first administrator in one transaction, and sends the user id
 * in one mail and a temporary password in another. @throws HashingBusy
 */
export async function approveCompany(
  principal: Principal,
  id: string,
  approval: CompanyApproval,
  signInAddress: SignInAddress,
  origin: Origin
): Promise<Result<{ companyId: string; userId: string }>> {
  const password = newTemporaryPassword();
  const seen = await findRegistration(principal, id);
  if (!seen) return NOT_FOUND;
  const made = newId();
  const passwordHash = await hashPassword(password, { issuerId: seen.issuerId, id: made }, origin);
  return transaction(async (tx) => {
    const awaited = await awaiting(tx, principal, 'approve', { id, version: approval.version });
    if (!awaited.ok) return awaited;
    const registration = awaited.value;
    if (registration.kind !== 'company') return refused({ code: 'operation.invalid' });
    const { issuerId, details } = registration;
    const place = { issuerId, companyId: null };
    const { firstName = '', lastName = '', phone = null } = details;
    const userId = approval.userId ?? (await generateUserId(tx, place, { firstName, lastName }));
    if (await isTaken(tx, userId)) return refused({ code: 'user.id.taken', field: 'userId' });
    const company = await addCompany(tx, principal, registration, approval);
    if (!company.ok) return company;
    const { id: companyId, act } = company.value;
    const hours = await settingValue(tx, place, 'password.temporary.hours');
    const expiresAt = new Date(now().getTime() + hours * 3_600_000);
    const who = { issuerId, userId, firstName, lastName, email: registration.email, locale: registration.locale };
    await insertRegistered(tx, {
      ...who,
      id: made,
      phone,
      role: 'C',
      nodeId: companyId,
      passwordHash,
      expiresAt
    });
    await settle(tx, registration, principal, made);
    const brand = await brandOf(tx, issuerId, registration.brandName);
    const addressee = { ...who, name: `${firstName} ${lastName}` };
    const timeZone = await timeZoneAt(issuerId, tx);
    await mailWelcome(tx, addressee, brand, { address: await signInAddress(brand), timeZone });
    await mailPassword(tx, addressee, brand, { password, expiresAt, hours });
    const decided = { company: companyId, number: approval.number, name: approval.name, userId };
    const answer: Act = {
      issuerId,
      action: REGISTRATION.events.approve.audit,
      entity: 'registration',
      entityId: id,
      details: decided
    };
    await recordActs(tx, principal, origin, [act, answer]);
    return accepted({ companyId, userId });
  });
}

/** Adds the company below its group or the issuer; both must be in the principal's scope. */
async function addCompany(
  tx: Transaction,
  principal: Principal,
  { issuerId }: RegistrationRecord,
  { number, name, companyGroup, currency }: CompanyApproval
) {
  const parent = await seenNode(principal, companyGroup ?? issuerId, tx);
  if (parent?.issuerId !== issuerId) return refused(NO_PLACE);
  const company = { kind: 'company', number, name1: name, name2: null, currency, fiscalStart: 1 } as const;
  const added = await addNode(tx, principal, parent.id, { ...company, programOptionId: null });
  return added.ok || added.refusal.field === 'number' ? added : refused(NO_PLACE);
}

const NO_PLACE = { code: 'place.not.found', field: 'companyGroup' } as const;

/** Accepts an application for a card account and notifies the applicant; the issuer continues it elsewhere. */
export async function acceptApplication(
  principal: Principal,
  { id, version }: { id: string; version: number },
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const awaited = await awaiting(tx, principal, 'approve', { id, version });
    if (!awaited.ok) return awaited;
    if (awaited.value.kind !== 'account_application') return refused({ code: 'operation.invalid' });
    await settle(tx, awaited.value, principal, null);
    await mailDecision(tx, awaited.value, 'application_accepted', {});
    await recordAct(tx, principal, origin, {
      issuerId: awaited.value.issuerId,
      action: REGISTRATION.events.approve.audit,
      entity: 'registration',
      entityId: id
    });
    return accepted(null);
  });
}
