import { z } from 'zod';
import type { Area } from '../../access/policy/policy';
import { may, type Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { SETTINGS_STORED } from '../../access/settings/stored-settings';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { contains, type Listing } from '../../kit/listing/listing';
import { atCompany, atIssuer } from '../structure/reads/joins';
import { NODES } from '../structure/reads/nodes';

const configuredNodeRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  kind: z.enum(['issuer', 'company']),
  number: z.string(),
  name: z.string(),
  issuerName: z.string(),
  /** The company's program option; null for issuers. */
  programOptionId: z.string().nullable(),
  programOption: z.string().nullable()
});

/** An issuer or a company whose settings the principal may see. */
export type ConfiguredNode = z.infer<typeof configuredNodeRow>;

/** The area of an issuer's or a company's configuration. */
export const configurationArea = (kind: ConfiguredNode['kind']): Area => `${kind}_configuration`;

/** The issuer or company with an id, if the principal may see its configuration; else null. */
export async function configuredNode(
  principal: Principal,
  id: string,
  tx: Transaction = database()
): Promise<ConfiguredNode | null> {
  const [node] = await readRows(tx, configuredNodeRow)`
    SELECT n.issuer_id AS "issuerId", n.id, n.kind::text AS kind, n.number, n.name_1 AS name,
      i.name AS "issuerName", c.program_option_id AS "programOptionId", p.name AS "programOption"
    FROM ${NODES} n ${atIssuer('n')} LEFT ${atCompany('n.id')}
      LEFT JOIN program_options p ON (p.issuer_id, p.id) = (c.issuer_id, c.program_option_id)
    WHERE n.id = ${id}::uuid AND n.kind IN ('issuer', 'company') AND ${within(principal.scope, nodeColumns('n'))}`;
  return node && may(principal, configurationArea(node.kind), 'view') ? node : null;
}

const columns = {
  name: { sql: Prisma.sql`n.name_1`, type: 'text', label: 'name', filter: 'contains' },
  number: { sql: Prisma.sql`n.number`, type: 'text', label: 'number', filter: 'begins' },
  settings: { sql: SETTINGS_STORED, type: 'number', label: 'configuration.own.settings', sort: false }
} as const;

/** The companies whose preferences the principal may see (C2.010). */
export const CONFIGURED_COMPANIES: Listing<keyof typeof columns | 'programOption'> = {
  name: 'configured-companies',
  area: 'company_configuration',
  from: () => Prisma.sql`${NODES} n ${atCompany('n.id')}
    LEFT JOIN program_options p ON (p.issuer_id, p.id) = (c.issuer_id, c.program_option_id)`,
  where: ({ scope }) => Prisma.sql`${within(scope, nodeColumns('n'))} AND n.kind = 'company' AND n.status = 'active'`,
  issuer: Prisma.sql`n.issuer_id`,
  id: Prisma.sql`n.id`,
  columns: {
    ...columns,
    programOption: {
      sql: Prisma.sql`p.name`,
      type: 'text',
      label: 'program.option',
      nullable: true,
      sort: false,
      filter: 'contains'
    }
  },
  search: (text) => contains(text, Prisma.sql`n.name_1`, Prisma.sql`n.number`),
  order: { column: 'name' }
};

/** The issuers whose site configuration the principal may see (C2.012). */
export const CONFIGURED_ISSUERS: Listing<keyof typeof columns> = {
  name: 'configured-issuers',
  area: 'issuer_configuration',
  from: () => Prisma.sql`${NODES} n`,
  where: ({ scope }) => Prisma.sql`${within(scope, nodeColumns('n'))} AND n.kind = 'issuer'`,
  issuer: Prisma.sql`n.issuer_id`,
  id: Prisma.sql`n.id`,
  columns,
  search: (text) => contains(text, Prisma.sql`n.name_1`, Prisma.sql`n.number`),
  order: { column: 'name' }
};
