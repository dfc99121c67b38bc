import { z } from 'zod';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import type { SetupOwner, SetupStep } from '../../kit/listing/setup-steps';

const thereRow = z.strictObject({ there: z.boolean() });

const isThere = async (rows: Prisma.Sql, { issuerId }: SetupOwner): Promise<boolean> => {
  const [row] = await readRows(database(), thereRow)`
    SELECT EXISTS (SELECT 1 FROM ${rows} f WHERE f.issuer_id = ${issuerId}::uuid) AS there`;
  return row?.there ?? false;
};

/** An issuer has a mapping of the files that its card system sends. */
export const mappingStep: SetupStep = {
  of: 'issuer',
  order: 20,
  needs: ['feeds', 'modify'],
  isDone: (owner) => isThere(Prisma.sql`feed_mappings`, owner),
  page: () => '/feeds/mappings/new'
};

/** A file of card transactions was imported. */
export const fileStep: SetupStep = {
  of: 'issuer',
  order: 30,
  needs: ['feeds', 'run'],
  isDone: (owner) => isThere(Prisma.sql`feeds`, owner),
  page: () => '/feeds'
};
