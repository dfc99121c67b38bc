'use client';

import DatePicker from '../ui/date-picker';
import type { FieldProps } from '../ui/field-parts';
import { FileField } from '../ui/file-field';
import type { FileRules } from '../ui/file-refusal';
import type { FormTexts } from '../ui/form-texts';
import { UploadProgress } from '../ui/upload-progress';
import type { Upload } from '../ui/use-upload';
import { Example } from './example';

const RULES: FileRules = {
  accept: '.pdf,application/pdf',
  most: 4 * 1024 ** 2,
  texts: {
    prompt: 'Drop a file here, paste it or choose one',
    empty: 'The file is empty.',
    tooLarge: 'File too large. A file may have up to 4 MB.',
    wrongType: 'Unsupported file type. Choose a file of type PDF.',
    sending: 'Uploading…',
    cancel: 'Cancel upload',
    cancelled: 'Upload canceled. Nothing was saved.'
  }
};

const upload: Upload = {
  share: null,
  isCancelled: false,
  cancel: () => undefined,
  send: async (_address, _body, state) => state
};

const fileField = (formId: string): FieldProps & { rules: FileRules } => ({
  formId,
  field: { name: 'file', label: 'Receipt', kind: 'file' },
  value: undefined,
  typed: '',
  fault: undefined,
  // Only a field that is required has texts of its form.
  texts: {} as FormTexts,
  shown: true,
  rules: RULES
});

/** Days, files. `id` tells the two schemes of the page apart. */
export function Pickers({ id }: { id: string }) {
  return (
    <>
      <Example name="DatePicker: empty, with a day, with a fault">
        <DatePicker label="From" name="from" value="" />
        <DatePicker label="Posted on" name="postedOn" value="2026-02-28" />
        <DatePicker label="With a fault" name="fault" value="2026-11-20" invalid />
      </Example>
      <Example name="FileField: empty, with a fault; UploadProgress: on its way, stopped">
        <FileField {...fileField(`${id}-file`)} />
        <FileField {...fileField(`${id}-fault`)} fault="The file is damaged. Choose another." />
        <UploadProgress upload={{ ...upload, share: 0.45 }} texts={RULES.texts} />
        <UploadProgress upload={{ ...upload, isCancelled: true }} texts={RULES.texts} />
      </Example>
    </>
  );
}
