import { randomUUID } from 'node:crypto';
import { downloadPayableFile } from '@/lib/money/expenses/payable/download-file';
import { dueByCompany } from '@/lib/money/expenses/payable/due';
import { entriesOf, seenPayableFile } from '@/lib/money/expenses/payable/files';
import { PAYABLE_FILES } from '@/lib/money/expenses/payable/listing';
import { voidPayableFile } from '@/lib/money/expenses/payable/void-file';
import { writePayableFile } from '@/lib/money/expenses/payable/write-file';
import { ORIGIN } from '../module-world';
import { exported } from './listed';
import type { ScopeModule } from './registry';
import type { ScopeWorld } from './world';

const made = new WeakMap<ScopeWorld, string[]>();
const filesIn = (world: ScopeWorld) => made.get(world) ?? [];

/** A payable file belongs to its company. */
export const payableFiles: ScopeModule = {
  name: 'payable files',
  async populate(world) {
    const kept: string[] = [];
    for (const { issuerId, id: companyId } of world.all('company')) {
      const [file, bytes] = [randomUUID(), randomUUID()];
      await world.database.query(
        `INSERT INTO large_files (issuer_id, id, name, media_type, size, sha256)
         VALUES ($1, $2, 'payable-1.csv', 'text/csv', 0, sha256('x'))`,
        [issuerId, bytes]
      );
      await world.database.query(
        `INSERT INTO payable_files (issuer_id, id, company_id, number, report_count, written_at, written_by, csv_id, sheet_id)
         VALUES ($1, $2, $3, 1, 1, now(), $2, $4, $4)`,
        [issuerId, file, companyId, bytes]
      );
      world.placeOf.set(file, companyId);
      kept.push(file);
    }
    made.set(world, kept);
  },
  readers: {
    PAYABLE_FILES: (principal, world) => exported(principal, PAYABLE_FILES, world),
    seenPayableFile: async (principal, world) => {
      const found = await Promise.all(filesIn(world).map((id) => seenPayableFile(principal, id)));
      return found.flatMap((one) => one?.id ?? []);
    },
    // The files of this world name no reports.
    entriesOf: async (principal, world) => {
      const found = await Promise.all(filesIn(world).map((id) => entriesOf(principal, id)));
      return found.flat().map(({ id }) => id);
    },
    dueByCompany: async (principal) => (await dueByCompany(principal)).map(({ companyId }) => companyId)
  },
  writes: {
    writePayableFile: (principal, companyId) =>
      writePayableFile(principal, { companyId, digest: '0'.repeat(64) }, ORIGIN),
    downloadPayableFile: async (principal, id) => ({
      ok: (await downloadPayableFile(principal, id, 'csv', ORIGIN)) !== null
    }),
    voidPayableFile: (principal, id) => voidPayableFile(principal, id, { reason: 'x' }, ORIGIN)
  },
  targets: filesIn
};
