import { z } from 'zod';
import { settingsOf } from '../../access/settings/setting-value';
import type { Brand } from '../../brand/brands/directory';
import { appendAudit, type Origin } from '../../core/audit/audit';
import { database, transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { ISSUERS_OF_BRANDS } from '../structure/reads/issuer-brands';
import { atIssuer } from '../structure/reads/joins';
import { LINK_INACTIVE } from './match-cardholder';
import { begunBy, markVerified } from './start-registration';
import { REGISTRATION, type RegistrationKind } from './states';

/** Applications arrive by a form and wait for an administrator. */
export type ApplicationKind = Exclude<RegistrationKind, 'cardholder'>;

/** Whether a brand offers this kind of application and one of its issuers accepts it; pages show a link if so. */
export function takesApplications(brand: Brand, kind: ApplicationKind): boolean {
  const offered = {
    company: brand.companySelfRegisterSupported,
    account_application: brand.prospectiveAccountApplicationSupported
  };
  return offered[kind] && brand.applications.includes(kind);
}

const openIssuerRow = z.strictObject({
  id: z.string(),
  name: z.string()
});

/** An issuer that accepts applications. */
export type OpenIssuer = z.infer<typeof openIssuerRow>;

/**
 * The issuers of a brand that accept applications: for companies those that let companies register, for card accounts
 * all.
 */
export async function openIssuers(brand: Brand, kind: ApplicationKind): Promise<OpenIssuer[]> {
  const rows = await readRows(database(), openIssuerRow)`
    SELECT i.id, i.name FROM ${ISSUERS_OF_BRANDS} b ${atIssuer('b')}
    WHERE b.brand_name = ${brand.name} ORDER BY i.name, i.id`;
  if (kind === 'account_application') return rows;
  const open = await Promise.all(
    rows.map(async ({ id }) => {
      const place = { issuerId: id, companyId: null };
      const settings = await settingsOf(database(), place, ['self.registration.companies', 'sso.only']);
      return settings['self.registration.companies'] && !settings['sso.only'];
    })
  );
  return rows.filter((_, at) => open[at]);
}

/**
 * Submits an application whose address the link has proved; an administrator of the issuer decides it (CD.34). A link
 * works once.
 */
export async function submitApplication(token: string, kind: ApplicationKind, origin: Origin): Promise<Result<null>> {
  const begun = await begunBy(token, [kind]);
  if (!begun || begun.start.kind === 'cardholder') return refused(LINK_INACTIVE);
  const { issuer: issuerId, email, ...details } = begun.start.application;
  return transaction(async (tx) => {
    if (!(await markVerified(tx, begun))) return refused(LINK_INACTIVE);
    const { count } = await tx.registrationStart.deleteMany({ where: { tokenHash: begun.tokenHash } });
    if (count === 0) return refused(LINK_INACTIVE);
    const id = newId();
    await tx.registration.create({
      data: {
        issuerId,
        id,
        kind,
        state: REGISTRATION.events.submit.to,
        nodeId: issuerId,
        brandName: begun.brandName,
        locale: begun.locale,
        email,
        name: kind === 'company' ? details.company : `${details.firstName} ${details.lastName}`.slice(0, 80),
        details,
        registeredAt: now()
      }
    });
    await appendAudit(tx, origin, {
      issuerId,
      action: REGISTRATION.events.submit.audit,
      entity: 'registration',
      entityId: id,
      details: { brand: begun.brandName, kind }
    });
    return accepted(null);
  });
}
