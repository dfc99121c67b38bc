import type { Principal } from '../../lib/access/policy/principal';
import { database } from '../../lib/core/database/database';
import { createSplitProfile } from '../../lib/money/allocation/save-split-profile';
import { asUser, ORIGIN } from './as-user';
import { CATEGORY_ACCOUNTS, LEDGER_ACCOUNTS, PURCHASE_ACCOUNTS, SUBSETS } from './data/set-up';
import { addRecord, addRecords } from './set-up-records';

interface CompanyAddress {
  issuerId: string;
  companyId: string;
}

interface Unit {
  id: string;
  number: string | null;
  name1: string;
}

/** The most values of a cost center, one for an org point. */
const MOST_CENTERS = 12;
/** The most cards whose cost center is a default. */
const MOST_KNOWN_CARDS = 24;

/**
 * Adds a company's scheme and puts it in force: an account that merchant categories fill, a cost center that some
 * cards fill, a project; subsets for two org points, and two split profiles.
 */
export async function addScheme(principal: Principal, at: CompanyAddress): Promise<void> {
  const scheme = await addRecord(principal, 'scheme', at, {
    name: 'General ledger',
    description: 'The codes that the accounting system needs for each cost.'
  });
  const inScheme = { ...at, parentId: scheme };
  const list = { type: 'list', display: 'autocomplete', editableBy: 'C', mandatory: 'true' };
  const [account = '', center = ''] = await addRecords(principal, 'accounting-code', inScheme, [
    { ...list, name: 'Account' },
    { ...list, name: 'Cost center' },
    { name: 'Project', type: 'text', length: '20', editableBy: 'C' }
  ]);
  await addRecords(principal, 'accounting-code-value', { ...at, parentId: account }, LEDGER_ACCOUNTS);
  const units = await orgPoints(at);
  const centers = units.map(({ number, name1 }) => ({ code: number ?? '', name: name1 }));
  if (centers.length === 0) centers.push({ code: '1000', name: 'Head office' });
  await addRecords(principal, 'accounting-code-value', { ...at, parentId: center }, centers);
  await addRecord(principal, 'scheme-assignment', inScheme, { node: at.companyId });
  await addRecords(
    principal,
    'default-value',
    inScheme,
    Object.entries(CATEGORY_ACCOUNTS).map(([category, value]) => ({
      accountingCode: account,
      basis: 'category',
      category,
      value
    }))
  );
  await addRecords(
    principal,
    'default-value',
    inScheme,
    Object.entries(PURCHASE_ACCOUNTS).map(([purchaseType, value]) => ({
      accountingCode: account,
      basis: 'purchase_type',
      purchaseType,
      value
    }))
  );
  const cards = await knownCards(at);
  const ofCards = cards.map(({ id, unit }) => ({
    accountingCode: center,
    basis: 'account',
    account: id,
    value: (centers.find(({ code }) => code === unit) ?? centers[0])?.code
  }));
  if (ofCards.length > 0) await addRecords(principal, 'default-value', inScheme, ofCards);
  await addSubsets(principal, inScheme, account, units);
  await addSplitProfiles(at, scheme, { account, center }, centers);
}

function orgPoints({ issuerId, companyId }: CompanyAddress): Promise<Unit[]> {
  return database().node.findMany({
    where: { issuerId, companyId, kind: 'org_point' },
    orderBy: { number: 'asc' },
    take: MOST_CENTERS
  });
}

/** Cards that cost centers are known of: those of the demo's own people, and the first of the others. */
function knownCards({ issuerId, companyId }: CompanyAddress): Promise<{ id: string; unit: string | null }[]> {
  return database().$queryRaw`
    SELECT n.id, p.number AS unit FROM nodes n
    JOIN nodes p ON (p.issuer_id, p.id) = (n.issuer_id, n.parent_id)
    WHERE n.issuer_id = ${issuerId}::uuid AND n.company_id = ${companyId}::uuid AND n.kind = 'account' AND n.status = 'active'
    ORDER BY EXISTS (
      SELECT 1 FROM assignment_nodes x
      JOIN assignments a ON (a.issuer_id, a.id) = (x.issuer_id, x.assignment_id)
      JOIN users u ON (u.issuer_id, u.id) = (a.issuer_id, a.user_id)
      WHERE (x.issuer_id, x.node_id) = (n.issuer_id, n.id) AND u.email LIKE '%@demo.example'
    ) DESC, n.id LIMIT ${MOST_KNOWN_CARDS}`;
}

/** Two subsets, each offered at an org point at which none of the demo's own cards lie. */
async function addSubsets(
  principal: Principal,
  inScheme: CompanyAddress & { parentId: string },
  account: string,
  units: readonly Unit[]
): Promise<void> {
  // Its parts stay apart: the tables were just filled, and have no statistics yet.
  const own = await database().$queryRaw<{ id: string }[]>`
    WITH people AS MATERIALIZED (
      SELECT n.path FROM users u
      JOIN assignments a ON (a.issuer_id, a.user_id) = (u.issuer_id, u.id)
      JOIN assignment_nodes x ON (x.issuer_id, x.assignment_id) = (a.issuer_id, a.id)
      JOIN nodes n ON (n.issuer_id, n.id) = (x.issuer_id, x.node_id)
      WHERE u.issuer_id = ${inScheme.issuerId}::uuid AND u.email LIKE '%@demo.example')
    SELECT m.id FROM nodes m
    WHERE m.issuer_id = ${inScheme.issuerId}::uuid AND m.id = ANY(${units.map(({ id }) => id)}::uuid[])
      AND EXISTS (SELECT 1 FROM people p WHERE starts_with(p.path, m.path))`;
  const free = units.filter(({ id }) => !own.some((one) => one.id === id)).reverse();
  const { issuerId, companyId } = inScheme;
  for (const [index, { name, description, accounts }] of SUBSETS.entries()) {
    const subset = await addRecord(principal, 'subset', inScheme, { name, description });
    const inSubset = { issuerId, companyId, parentId: subset };
    const values = accounts.map((value) => ({ accountingCode: account, value }));
    await addRecords(principal, 'subset-value', inSubset, values);
    const unit = free[index];
    if (unit) await addRecord(principal, 'subset-assignment', inSubset, { node: unit.id });
  }
}

/** Two divisions that the company's first administrator saved. */
async function addSplitProfiles(
  { issuerId, companyId }: CompanyAddress,
  schemeId: string,
  codes: { account: string; center: string },
  centers: readonly { code: string }[]
): Promise<void> {
  const [one, other] = centers;
  if (!one || !other) return;
  const administrator = await database().user.findFirst({
    where: { issuerId, companyId, role: 'C', status: 'active' },
    orderBy: { id: 'asc' }
  });
  if (!administrator) return;
  const share = (percent: string, account: string, { code }: { code: string }, description: string) => ({
    percent,
    description,
    codes: { [codes.account]: account, [codes.center]: code }
  });
  const profiles = [
    { name: 'Phone, 70/30', splits: [share('70', '6540', one, 'Work'), share('30', '6540', other, 'Field')] },
    { name: 'Shared office, half each', splits: [share('50', '6110', one, 'Half'), share('50', '6110', other, 'Half')] }
  ];
  await asUser(administrator, async (principal) => {
    for (const profile of profiles) {
      const made = await createSplitProfile(principal, { schemeId, ...profile }, ORIGIN);
      if (!made.ok) throw new Error(`split profile ${profile.name}: ${JSON.stringify(made.refusal)}`);
    }
  });
}
