import { decrypt, encrypt } from '../../../core/secrets/encryption';

/** The attachment that a picture shows. */
interface Key {
  issuerId: string;
  attachmentId: string;
}

const placeOf = ({ issuerId, attachmentId }: Key, page: number) => `preview/${issuerId}/${attachmentId}/${page}`;

/** A picture of an attachment, encrypted as its file is: it shows the same. Page 0 is the thumbnail. */
export const sealedPicture = (key: Key, page: number, bytes: Uint8Array): Buffer<ArrayBuffer> =>
  encrypt('attachment-preview', bytes, placeOf(key, page));

/** The picture that was sealed. @throws when it was changed, or moved to another attachment or page */
export const openedPicture = (key: Key, page: number, sealed: Uint8Array): Buffer =>
  decrypt('attachment-preview', sealed, placeOf(key, page));
