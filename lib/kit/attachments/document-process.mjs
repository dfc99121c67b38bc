// Runs in a process of its own (file-fault.ts): opens one document, answers why it can't be attached, and ends.
import { getDocumentProxy } from 'unpdf';

/** @typedef {import('./file-fault').DocumentFault | 'none'} Answer */

process.once('message', async (message) => {
  const { bytes } = /** @type {{ bytes: Uint8Array }} */ (message);
  const answer = await faultOf(new Uint8Array(bytes));
  process.send?.(answer, () => process.exit(0));
});

/** @param {Uint8Array} bytes @returns {Promise<Answer>} */
async function faultOf(bytes) {
  try {
    const document = await getDocumentProxy(bytes);
    const info = /** @type {{ IsXFAPresent?: boolean, IsCollectionPresent?: boolean }} */ (
      (await document.getMetadata()).info
    );
    if (info.IsCollectionPresent) return 'attachment.portfolio';
    if (info.IsXFAPresent || (await document.hasJSActions())) return 'attachment.scripted';
    return 'none';
  } catch (error) {
    return error instanceof Error && error.name === 'PasswordException' ? 'attachment.locked' : 'none';
  }
}
