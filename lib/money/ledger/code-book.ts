import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { groupBy } from '../../core/database/group-by';
import type { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { ACCOUNTING_CODES } from '../allocation/schemes';
import { CUSTOM_FIELDS } from '../transactions/custom-fields';
import { atTransaction } from '../transactions/reads/joins';
import type { BookedPart } from './lines';

const codeRow = z.strictObject({
  schemeId: z.string(),
  id: z.string(),
  name: z.string()
});
type Code = z.infer<typeof codeRow>;

const customRow = z.strictObject({
  companyId: z.string(),
  id: z.string(),
  label: z.string()
});
type Custom = z.infer<typeof customRow>;

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The accounting codes and custom data fields in an export, which layouts reference by name. */
export class CodeBook {
  private readonly codes: ReadonlyMap<string, readonly Code[]>;
  private readonly customs: ReadonlyMap<string, readonly Custom[]>;

  constructor(codes: readonly Code[], customs: readonly Custom[]) {
    this.codes = groupBy(codes, ({ schemeId }) => schemeId);
    this.customs = groupBy(customs, ({ companyId }) => companyId);
  }

  /** The names of all accounting codes without duplicates, in the order of their scheme. */
  names(): string[] {
    const all = [...this.codes.values()].flat().map(({ name }) => name);
    return all.filter((name, at) => all.findIndex((other) => same(name, other)) === at);
  }

  /** Reads the value of the code with this name; null means the first code of the scheme. */
  reader(name: string | null): (part: BookedPart) => string | null {
    const ids = new Map(
      [...this.codes].map(([scheme, codes]) => [scheme, codes.find((code) => !name || same(code.name, name))?.id])
    );
    return ({ schemeId, codes }) => {
      const id = schemeId && ids.get(schemeId);
      return (id && codes?.[id]) || null;
    };
  }

  /** Reads the value of the custom data field with this label. */
  customReader(label: string): (part: BookedPart) => string | null {
    const ids = new Map(
      [...this.customs].map(([company, fields]) => [company, fields.find((field) => same(field.label, label))?.id])
    );
    return ({ companyId, customValues }) => {
      const id = ids.get(companyId);
      return (id && customValues[id]) || null;
    };
  }
}

/** The code book of transactions; `keys` are their rows with issuer, day and id. */
export async function codeBookOf(tx: Transaction, issuerId: string, keys: Prisma.Sql): Promise<CodeBook> {
  const codes = await readRows(tx, codeRow)`
    SELECT c.parent_id AS "schemeId", c.id, c.name
    FROM (SELECT DISTINCT t.scheme_id FROM ${keys} k
      ${atTransaction('k')}) used
    JOIN ${ACCOUNTING_CODES} c ON c.issuer_id = ${issuerId}::uuid AND c.parent_id = used.scheme_id
    ORDER BY c.parent_id, c.active DESC, c.position, c.id`;
  const customs = await readRows(tx, customRow)`
    SELECT f.owner_id AS "companyId", f.id, f.label
    FROM (SELECT DISTINCT t.company_id FROM ${keys} k
      ${atTransaction('k')}) used
    JOIN ${CUSTOM_FIELDS} f ON f.issuer_id = ${issuerId}::uuid AND f.owner_id = used.company_id AND f.extends = 'transaction'
    ORDER BY f.owner_id, f.active DESC, f.position, f.id`;
  return new CodeBook(codes, customs);
}
