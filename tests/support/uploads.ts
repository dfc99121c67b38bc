import type { Principal } from '@/lib/access/policy/principal';
import { applyUpload } from '@/lib/directory/structure/apply-upload';
import { startUpload } from '@/lib/directory/structure/start-upload';
import { seenUpload, type Upload, uploadFaults } from '@/lib/directory/structure/uploads';
import { untilEnded } from './jobs';
import { ORIGIN } from './module-world';
import { granted } from './results';
import { xlsxFile } from './uploads-file';

/** Uploads a file and has it checked. */
export async function checked(principal: Principal, nodeId: string, bytes: Uint8Array): Promise<Upload> {
  const uploadId = granted(await startUpload(principal, nodeId, xlsxFile(bytes, 'structure.xlsx'), ORIGIN));
  const upload = (await seenUpload(principal, uploadId)) as Upload;
  await untilEnded(principal, upload.jobId);
  return (await seenUpload(principal, uploadId)) as Upload;
}

/** Applies a checked upload. */
export async function applied(principal: Principal, { id }: Pick<Upload, 'id'>): Promise<Upload> {
  granted(await applyUpload(principal, id, ORIGIN));
  await untilEnded(principal, ((await seenUpload(principal, id)) as Upload).jobId);
  return (await seenUpload(principal, id)) as Upload;
}

/** The faults, as `D3 code`. */
export async function faultsOf(principal: Principal, { id }: Pick<Upload, 'id'>): Promise<string[]> {
  const faults = await uploadFaults(principal, id, 0, 1000);
  return faults.map(({ row, column, code }) => `${column ?? ''}${row} ${code}`);
}
