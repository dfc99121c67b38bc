import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ZipWriter } from '@zip.js/zip.js';
import { readLargeFile } from '../../core/files/large-files';
import { zipOf } from '../../core/files/zip';
import { entriesAbout } from '../../kit/audit/entries-about';
import type { Evidence, EvidenceReceipt } from './evidence';
import { pathInBundle } from './path-in-bundle';
import type { EvidenceReader } from './reader';
import { reportDocument } from './report-document';

// next.config.mjs names it for the build.
const VERIFIER = 'lib/money/evidence/verify.mjs';

/** A file of a bundle as its manifest lists it. */
interface Listed {
  path: string;
  size: number;
  /** Hexadecimal. */
  sha256: string;
  /** Of a receipt: the number of its line in the PDF, and what its owner called it. */
  line?: number;
  name?: string;
}

/**
 * The evidence of a report as a ZIP archive, made while it is read: PDF, receipts as they were added, the audit's entries,
 * the verifier, and last the manifest with size and hash of every other file.
 * @param sealed is told the SHA-256 of the manifest (hexadecimal) before the manifest is sent; its error ends the archive
 */
export function bundleOf(
  evidence: Evidence,
  reader: EvidenceReader,
  madeAt: Date,
  sealed: (digest: string) => Promise<void>
): AsyncGenerator<Uint8Array> {
  return zipOf(async (zip) => {
    const files = new Files(zip, madeAt);
    await files.add('report.pdf', reportDocument(evidence, reader, madeAt));
    const { issuerId } = evidence.report;
    for (const { path, receipt } of withPaths(evidence.receipts)) {
      const { line, name, fileId } = receipt;
      await files.add(path, readLargeFile({ issuerId, id: fileId }), { line: line.number, name });
    }
    await files.add('audit.json', textOf(await auditOf(evidence)));
    await files.add('verify.mjs', createReadStream(join(/* turbopackIgnore: true */ process.cwd(), VERIFIER)));
    const manifest = `${JSON.stringify(manifestOf(evidence, reader, madeAt, files.listed), null, 2)}\n`;
    await sealed(createHash('sha256').update(manifest).digest('hex'));
    await files.add('manifest.json', textOf(manifest));
  });
}

async function* textOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** Adds files to an archive, and lists them with what was read of them. */
class Files {
  readonly listed: Listed[] = [];

  constructor(
    private readonly zip: ZipWriter<unknown>,
    private readonly madeAt: Date
  ) {}

  async add(path: string, bytes: AsyncIterable<Uint8Array>, more: Pick<Listed, 'line' | 'name'> = {}): Promise<void> {
    const hash = createHash('sha256');
    let size = 0;
    async function* counted() {
      for await (const chunk of bytes) {
        hash.update(chunk);
        size += chunk.byteLength;
        yield chunk;
      }
    }
    const stream = Readable.toWeb(Readable.from(counted())) as ReadableStream<Uint8Array>;
    await this.zip.add(path, stream, { lastModDate: this.madeAt });
    this.listed.push({ path, size, sha256: hash.digest('hex'), ...more });
  }
}

function withPaths(receipts: readonly EvidenceReceipt[]): { path: string; receipt: EvidenceReceipt }[] {
  const counts = new Map<string, number>();
  return receipts.map((receipt) => {
    const at = (counts.get(receipt.line.id) ?? 0) + 1;
    counts.set(receipt.line.id, at);
    return { path: pathInBundle(receipt, at), receipt };
  });
}

/** The audit's entries about the report, and about the files of its lines, as text. */
async function auditOf({ report, lines }: Evidence): Promise<string> {
  const entries = await entriesAbout(report.issuerId, [
    { entity: 'expense_report', id: report.id },
    ...lines.map(({ id, transactionId }) => ({
      entity: transactionId === null ? ('expense_line' as const) : ('transaction' as const),
      id: transactionId ?? id,
      action: 'attachment.'
    }))
  ]);
  return `${JSON.stringify({ issuer: report.issuerId, entries }, null, 2)}\n`;
}

function manifestOf({ report, company }: Evidence, { name }: EvidenceReader, madeAt: Date, files: readonly Listed[]) {
  const { id, version, title, ownerName: owner, status, firstDay, lastDay, currency } = report;
  const { cardTotal: card, ownTotal: own, personalTotal: personal, advanceTotal: advance, balance } = report;
  return {
    format: 'tessera-expense-evidence/1',
    report: {
      id,
      version,
      title,
      owner,
      company,
      status,
      firstDay,
      lastDay,
      currency,
      totals: { card, own, personal, advance, balance }
    },
    made: { at: madeAt.toISOString(), by: name },
    files
  };
}
