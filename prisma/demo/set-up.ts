import { randomBytes } from 'node:crypto';
import { type Principal, principalOf } from '../../lib/access/policy/principal';
import { PROGRAM_FEATURES } from '../../lib/access/policy/program-features';
import { database } from '../../lib/core/database/database';
import { newId } from '../../lib/core/secrets/ids';
import { createProgramOption } from '../../lib/directory/programs/save-program-option';
import { createRecord } from '../../lib/kit/setup/create-record';
import { entityNamed } from '../../lib/kit/setup/entities';
import type { Values } from '../../lib/kit/setup/field';
import type { RecordListAddress } from '../../lib/kit/setup/record-list';
import { COUNTRIES } from './data/countries';
import { COMPANY_RECORDS, ISSUER_RECORDS, LEDGER_ACCOUNTS, PROGRAM_OPTIONS, type Records } from './data/set-up';
import type { IssuerPlan } from './plan';

const ORIGIN = { requestId: 'demo', address: '127.0.0.1', userAgent: '' };

/**
 * Fills the lists of issuers and of their house companies as their own administrators would, by the
 * product's commands. @throws when one is refused
 */
export async function fillSetUp(plans: readonly IssuerPlan[]): Promise<void> {
  for (const plan of plans) {
    await asAdministrator(plan.number, async (principal) => {
      const { issuerId } = principal;
      await addPrograms(principal);
      await addRecords(principal, { issuerId }, ISSUER_RECORDS);
      const company = await database().node.findFirst({ where: { issuerId, kind: 'company', name1: plan.house.name } });
      if (company) await addCompanyRecords(principal, { issuerId, companyId: company.id }, plan.house.country);
    });
  }
}

/** Works as one of an issuer's administrators, in a session that ends with the work. */
async function asAdministrator(number: string, work: (principal: Principal) => Promise<void>): Promise<void> {
  const issuer = await database().issuer.findUniqueOrThrow({ where: { number } });
  const user = await database().user.findFirstOrThrow({
    where: { issuerId: issuer.id, role: 'I', status: 'active' },
    orderBy: { id: 'asc' }
  });
  const { brandName } = await database().issuerBrand.findFirstOrThrow({ where: { issuerId: issuer.id } });
  const at = new Date();
  const session = await database().session.create({
    data: {
      issuerId: issuer.id,
      id: newId(),
      userId: user.id,
      // Of no token: nobody can come in by it.
      tokenHash: randomBytes(32),
      brandName,
      createdAt: at,
      lastSeenAt: at,
      idleTimeoutSeconds: 900,
      expiresAt: new Date(at.getTime() + 900_000)
    }
  });
  const { issuerId, id: sessionId, userId } = session;
  await work(await principalOf({ issuerId, userId, sessionId, kind: 'full', role: 'I', brandName }));
  await database().session.delete({ where: { issuerId_id: { issuerId, id: sessionId } } });
}

async function addPrograms(principal: Principal): Promise<void> {
  const ids: string[] = [];
  for (const { name, programType, without } of PROGRAM_OPTIONS) {
    const features = PROGRAM_FEATURES.filter((feature) => !(without as readonly string[]).includes(feature));
    const made = await createProgramOption(principal, { name, programType, features, isDefault: false }, ORIGIN);
    if (!made.ok) throw new Error(`program option ${name}: ${JSON.stringify(made.refusal)}`);
    ids.push(made.value.id);
  }
  // Most have the first, which is the default; some deal in goods rather than in travel.
  await database().$executeRaw`
    UPDATE companies c SET program_option_id = CASE right(n.number, 1)
      WHEN '2' THEN ${ids[1]}::uuid WHEN '9' THEN ${ids[2]}::uuid ELSE ${ids[0]}::uuid END
    FROM nodes n WHERE (n.issuer_id, n.id) = (c.issuer_id, c.id) AND c.issuer_id = ${principal.issuerId}::uuid`;
}

async function addCompanyRecords(principal: Principal, at: RecordListAddress, countryCode: string): Promise<void> {
  await addRecords(principal, at, COMPANY_RECORDS);
  const country = COUNTRIES.find(({ code }) => code === countryCode);
  const { prefix = '', rates = [] } = country?.tax ?? {};
  await addRecords(principal, at, {
    'mileage-rate': [
      { name: 'Own car', rate: '1.85', currency: country?.currency ?? 'USD', unit: 'kilometer', isDefault: 'true' }
    ],
    'tax-rate': rates.map((rate) => ({ name: `VAT ${rate} %`, rate: String(rate) })),
    'tax-code': rates.map((rate) => ({
      code: `${prefix}${rate}`,
      name: `VAT ${rate} %`,
      rates: [`VAT ${rate} %`],
      recoverable: '100'
    }))
  });
  const scheme = await addRecord(principal, 'scheme', at, {
    name: 'General ledger',
    description: 'What the ledger asks for.'
  });
  const inScheme = { ...at, parentId: scheme };
  const list = { type: 'list', display: 'autocomplete', editableBy: 'C', mandatory: 'true' };
  const account = await addRecord(principal, 'accounting-code', inScheme, { ...list, name: 'Account' });
  const center = await addRecord(principal, 'accounting-code', inScheme, { ...list, name: 'Cost center' });
  await addRecord(principal, 'accounting-code', inScheme, {
    name: 'Project',
    type: 'text',
    length: '20',
    editableBy: 'C'
  });
  await addRecords(principal, { ...at, parentId: account }, { 'accounting-code-value': LEDGER_ACCOUNTS });
  const units = await database().node.findMany({
    where: { issuerId: at.issuerId, companyId: at.companyId, kind: 'org_point' },
    orderBy: { number: 'asc' },
    take: 12
  });
  const centers = units.map(({ number, name1 }) => ({ code: number, name: name1 }));
  await addRecords(principal, { ...at, parentId: center }, { 'accounting-code-value': centers });
}

async function addRecords(principal: Principal, at: RecordListAddress, records: Records): Promise<void> {
  for (const [entity, typed] of Object.entries(records)) {
    for (const values of typed) await addRecord(principal, entity, at, values);
  }
}

async function addRecord(principal: Principal, entity: string, at: RecordListAddress, values: Values): Promise<string> {
  const made = await createRecord(principal, entityNamed(entity), at, values, ORIGIN);
  if (!made.ok) throw new Error(`${entity}: ${JSON.stringify(made.refusals)}`);
  return made.value;
}
