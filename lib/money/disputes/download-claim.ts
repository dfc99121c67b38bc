import { eyesFault } from '../../access/policy/features';
import type { Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { fileName } from '../../core/files/file-name';
import type { Download } from '../../core/http/download';
import { now } from '../../core/server/clock';
import { cardOfAccount } from '../../directory/structure/card-of-account';
import { storedFiles } from '../../kit/attachments/stored-files';
import { type ClaimReader, claimDocument } from './claim-document';
import { seenDispute } from './disputes';

/**
 * The claim of a submitted dispute as a PDF, after auditing the download. Null for readers who don't see the dispute,
 * through another's eyes, where nothing is exported, and for a draft, which claims nothing yet.
 */
export async function downloadClaim(
  principal: Principal,
  id: string,
  reader: ClaimReader,
  origin: Origin
): Promise<Download | null> {
  if (eyesFault(principal, 'exports')) return null;
  const dispute = await seenDispute(principal, id);
  if (!dispute?.submittedAt) return null;
  const { issuerId, accountId: nodeId, reference } = dispute;
  const [card, evidence] = await Promise.all([
    cardOfAccount(issuerId, nodeId),
    storedFiles(issuerId, [{ entity: 'dispute', id }])
  ]);
  await transaction((tx) =>
    recordAct(tx, principal, origin, {
      issuerId,
      nodeId,
      action: 'dispute.pdf_downloaded',
      entity: 'dispute',
      entityId: id,
      details: { name: reference }
    })
  );
  const claim = { dispute, company: card?.company ?? '', lastFour: card?.lastFour ?? null, evidence };
  return {
    name: fileName(`${reference}.pdf`),
    mediaType: 'application/pdf',
    bytes: claimDocument(claim, reader, now())
  };
}
