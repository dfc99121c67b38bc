import { IMAGE_KINDS } from '@/lib/brand/brands/schema';
import { MAX_IMAGE_BYTES, UPLOADED_TYPES } from '@/lib/brand/studio/upload-image';
import type { TextKey } from '@/lib/core/language/text-key';
import type { Translate } from '@/lib/core/language/texts';
import type { FieldSpec } from '../../../ui/field-spec';
import { uploadTexts } from '../../../ui/file-rules';
import { imageLabel } from '../../labels';

type Uploaded = (typeof UPLOADED_TYPES)[keyof typeof UPLOADED_TYPES][number];

const WRONG: Record<Uploaded, TextKey> = {
  'image/svg+xml': 'image.not.svg',
  'image/png': 'image.not.png',
  'image/jpeg': 'image.not.jpeg'
};

/** Every image that a brand can have, with the field that takes it. */
export const imageFields = (t: Translate) =>
  IMAGE_KINDS.flatMap((kind) =>
    UPLOADED_TYPES[kind].map((mediaType) => {
      const field: FieldSpec = {
        name: `images/${kind}/${mediaType}`,
        label: imageLabel(t, kind, mediaType),
        kind: 'file',
        file: {
          accept: mediaType,
          most: MAX_IMAGE_BYTES,
          texts: { ...uploadTexts(t), tooLarge: t('image.too.large'), wrongType: t(WRONG[mediaType]) }
        }
      };
      return { kind, mediaType, field, removal: `remove/${kind}/${mediaType}` };
    })
  );
