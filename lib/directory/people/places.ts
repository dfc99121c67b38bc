import { z } from 'zod';
import type { Role } from '../../access/policy/policy';
import { may, type Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { escaped } from '../../kit/listing/listing';
import { accountNumber, openNumbers } from '../structure/account-number';
import { groupsBeginning, isIssuerGroup } from '../structure/reads/issuer-groups';
import { atAccount } from '../structure/reads/joins';
import { companyAbove } from '../structure/reads/node-columns';
import { activeNodes } from '../structure/reads/nodes-that';

/** The kind of node for each role (CD.21); none for H (an issuer group) and Z (the system). */
const KIND_OF_ROLE: Partial<Record<Role, string>> = {
  A: 'account',
  S: 'account_group',
  O: 'org_point',
  C: 'company',
  G: 'company_group',
  I: 'issuer'
};

const placeRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  /** Empty for accounts, which have a card number. */
  number: z.string().nullable(),
  lastFour: z.string().nullable(),
  /** The masked card number. */
  cardNumber: z.string().nullable(),
  name: z.string(),
  companyName: z.string().nullable()
});

/** A place for a role. */
export type RolePlace = z.infer<typeof placeRow>;

const SHOWN = 20;

const placeColumns = Prisma.sql`n.issuer_id AS "issuerId", n.id, n.number, c.last_four AS "lastFour", ${accountNumber('c', 'n')} AS "cardNumber", n.name_1 AS name,
  ${companyAbove('n')} AS "companyName"`;
const placeTables = Prisma.sql`nodes n LEFT ${atAccount('n.id', 'c')}`;

/**
 * The places in the principal's scope for a role, by the beginning of name or number, or an account's last four digits;
 * at most 20.
 */
export async function findPlaces(principal: Principal, role: Role, text: string): Promise<RolePlace[]> {
  if (!may(principal, 'users', 'modify')) return [];
  if (role === 'H') return findIssuerGroups(principal, text);
  const kind = KIND_OF_ROLE[role];
  if (!kind) return [];
  const begins = `${escaped(text.trim())}%`;
  const number = role === 'A' ? Prisma.sql`c.last_four = ${text.trim()}` : Prisma.sql`n.number ILIKE ${begins}`;
  const matching = text.trim() ? Prisma.sql`(n.name_1 ILIKE ${begins} OR ${number})` : Prisma.sql`TRUE`;
  const places = await readRows(database(), placeRow)`
    SELECT ${placeColumns} FROM ${placeTables}
    WHERE n.kind = ${kind}::node_kind AND n.status = 'active' AND ${within(principal.scope, nodeColumns('n'))} AND ${matching}
    ORDER BY n.name_1, n.id LIMIT ${SHOWN}`;
  return places.map((place) => ({ ...place, cardNumber: openNumbers(place.cardNumber) }));
}

/** Only system administrators assign issuer groups. */
async function findIssuerGroups(principal: Principal, text: string): Promise<RolePlace[]> {
  if (!principal.scope.everywhere) return [];
  const groups = await groupsBeginning(database(), text.trim(), SHOWN);
  return groups.map(({ id, number, name1 }) => ({
    issuerId: '',
    id,
    number,
    lastFour: null,
    cardNumber: null,
    name: name1,
    companyName: null
  }));
}

/** The place of an assignment: nodes of one issuer, an issuer group (H), or neither (Z). */
export interface Standpoint {
  issuerId: string | null;
  nodeIds: string[];
  issuerGroupId: string | null;
}

/**
 * Checks the chosen places of a role: in scope, active, of the role's kind, and one (several accounts for a
 * cardholder). Anything else is not found.
 */
export async function standpointOf(
  tx: Transaction,
  principal: Principal,
  role: Role,
  ids: readonly string[]
): Promise<Result<Standpoint>> {
  const missing = refused({ code: 'place.required', field: 'place' });
  const unknown = refused({ code: 'place.not.found', field: 'place' });
  if (role === 'Z') return accepted({ issuerId: null, nodeIds: [], issuerGroupId: null });
  const [first] = ids;
  if (first === undefined) return missing;
  if (role === 'H') {
    const isKnown = principal.scope.everywhere && (await isIssuerGroup(tx, first));
    return isKnown ? accepted({ issuerId: null, nodeIds: [], issuerGroupId: first }) : unknown;
  }
  const rows = await activeNodes(
    tx,
    ids,
    Prisma.sql`n.kind = ${KIND_OF_ROLE[role]}::node_kind
    AND ${within(principal.scope, nodeColumns('n'))}`
  );
  const issuerId = rows.find(({ id }) => id === first)?.issuerId;
  if (!issuerId || rows.length !== new Set(ids).size || rows.some((row) => row.issuerId !== issuerId)) return unknown;
  if (role !== 'A' && ids.length > 1) return refused({ code: 'place.one', field: 'place' });
  return accepted({ issuerId, nodeIds: [...new Set(ids)], issuerGroupId: null });
}

/** The id of the one place that a text names exactly, for choosing a place without scripts. */
export async function placeNamed(principal: Principal, role: Role, text: string): Promise<string | null> {
  const typed = text.trim().toLowerCase();
  const places = await findPlaces(principal, role, typed);
  const exact = places.filter(({ name, number, lastFour }) =>
    [name, number, lastFour].some((each) => each?.toLowerCase() === typed)
  );
  const [only, ...others] = exact.length > 0 ? exact : places;
  return only && others.length === 0 ? only.id : null;
}
