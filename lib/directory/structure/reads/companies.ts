import type { Transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';

/** The companies of all issuers with their program options, as rows. */
export const COMPANIES = Prisma.sql`(SELECT issuer_id, id, program_option_id FROM companies)`;

/** The number of an issuer's companies with a program option. */
export const companiesWithOption = (tx: Transaction, issuerId: string, programOptionId: string): Promise<number> =>
  tx.company.count({ where: { issuerId, programOptionId } });
