import type { Principal } from '../../access/policy/principal';
import { type Act, recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { fileName } from '../../core/files/file-name';
import { ZIP_TYPE } from '../../core/files/zip';
import type { Download } from '../../core/http/download';
import { now } from '../../core/server/clock';
import { bundleOf } from './bundle';
import { type Evidence, evidenceOf } from './evidence';
import type { EvidenceReader } from './reader';
import { reportDocument } from './report-document';

/** The PDF of an expense report, after auditing the download; null for readers who don't see the report's page. */
export async function downloadPdf(
  principal: Principal,
  id: string,
  reader: EvidenceReader,
  origin: Origin
): Promise<Download | null> {
  const evidence = await evidenceOf(principal, id);
  if (!evidence) return null;
  const { title } = evidence.report;
  await record(principal, origin, evidence, { action: 'expense_report.pdf_downloaded', details: { name: title } });
  return {
    name: fileName(`${title}.pdf`),
    mediaType: 'application/pdf',
    bytes: reportDocument(evidence, reader, now())
  };
}

/**
 * The evidence of an expense report as an archive; null for readers who don't see the report's page. The audit has the
 * digest of its manifest before the manifest is sent, so that a manifest made later is known by its digest.
 */
export async function downloadBundle(
  principal: Principal,
  id: string,
  reader: EvidenceReader,
  origin: Origin
): Promise<Download | null> {
  const evidence = await evidenceOf(principal, id);
  if (!evidence) return null;
  const { title } = evidence.report;
  const sealed = (manifest: string) =>
    record(principal, origin, evidence, {
      action: 'expense_report.bundle_downloaded',
      details: { name: title, manifest }
    });
  return {
    name: fileName(`${title}.zip`),
    mediaType: ZIP_TYPE,
    bytes: bundleOf(evidence, reader, now(), sealed)
  };
}

function record(
  principal: Principal,
  origin: Origin,
  { report: { issuerId, accountId: nodeId, id: entityId } }: Evidence,
  act: Pick<Act, 'action' | 'details'>
): Promise<void> {
  return transaction((tx) =>
    recordAct(tx, principal, origin, { issuerId, nodeId, entity: 'expense_report', entityId, ...act })
  );
}
