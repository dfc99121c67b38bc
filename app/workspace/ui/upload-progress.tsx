'use client';

import { useLocale } from 'react-aria-components/I18nProvider';
import type { UploadTexts } from './file-refusal';
import type { Upload } from './use-upload';

/** The share of an upload that is sent, with the button that stops it; afterwards, that it was stopped. */
export function UploadProgress({ upload, texts }: { upload: Upload; texts: UploadTexts }) {
  const { share, isCancelled, cancel } = upload;
  const { locale } = useLocale();
  if (share === null) return isCancelled ? <p role="status">{texts.cancelled}</p> : null;
  const percent = new Intl.NumberFormat(locale, { style: 'percent' });
  return (
    <div className="upload-progress">
      <span>{texts.sending}</span>
      <progress aria-label={texts.sending} value={share} max={1} />
      <span className="figure">{percent.format(share)}</span>
      <button type="button" className="quiet" onClick={cancel}>
        {texts.cancel}
      </button>
    </div>
  );
}
