import { z } from 'zod';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import type { SetupOwner, SetupStep } from '../../kit/listing/setup-steps';
import { rowsOf } from '../../kit/setup/records-of';
import accountingCode from './entities/accounting-code';
import accountingCodeValue from './entities/accounting-code-value';
import schemeAssignment from './entities/scheme-assignment';

const thereRow = z.strictObject({ there: z.boolean() });

const isThere = async (condition: Prisma.Sql): Promise<boolean> => {
  const [row] = await readRows(database(), thereRow)`SELECT EXISTS (${condition}) AS there`;
  return row?.there ?? false;
};

const ownedBy = ({ issuerId, companyId }: SetupOwner) =>
  Prisma.sql`r.issuer_id = ${issuerId}::uuid AND r.owner_id = ${companyId}::uuid AND r.active`;

const STEP = { of: 'company', needs: ['company_setup', 'modify'], program: 'cost.allocation' } as const;
const schemes = ({ issuerId, companyId }: SetupOwner) =>
  `/set-up/scheme?${new URLSearchParams({ issuer: issuerId, ...(companyId && { company: companyId }) })}`;

/** A company has accounting codes. */
export const codesStep: SetupStep = {
  ...STEP,
  order: 30,
  isDone: (owner) => isThere(Prisma.sql`SELECT 1 FROM ${rowsOf(accountingCode)} r WHERE ${ownedBy(owner)}`),
  page: schemes
};

/** Each list of a company's codes has values. */
export const valuesStep: SetupStep = {
  ...STEP,
  order: 40,
  isDone: async (owner) =>
    (await codesStep.isDone(owner)) &&
    !(await isThere(Prisma.sql`SELECT 1 FROM ${rowsOf(accountingCode)} r WHERE ${ownedBy(owner)} AND r.type = 'list'
      AND NOT EXISTS (SELECT 1 FROM ${rowsOf(accountingCodeValue)} v
        WHERE v.issuer_id = r.issuer_id AND v.parent_id = r.id AND v.active)`)),
  page: schemes
};

/** A company's scheme applies somewhere. */
export const assignedStep: SetupStep = {
  ...STEP,
  order: 50,
  isDone: (owner) => isThere(Prisma.sql`SELECT 1 FROM ${rowsOf(schemeAssignment)} r WHERE ${ownedBy(owner)}`),
  page: schemes
};
