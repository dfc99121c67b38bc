'use client';

import Camera from 'lucide-react/icons/camera';
import Upload from 'lucide-react/icons/upload';
import { type ChangeEvent, useEffect, useRef } from 'react';
import { DropZone } from 'react-aria-components/DropZone';
import { Badge } from '../ui/badge';
import type { FileRules } from '../ui/file-refusal';
import type { FailureTexts } from '../ui/guarded-action';
import { type Sending, useSending } from './use-sending';

interface Props {
  rules: FileRules;
  texts: FailureTexts &
    Record<'again' | 'choose' | 'drop' | 'hint' | 'photo' | 'sent' | 'sending' | 'of' | 'waiting', string>;
}

const TONES = { waiting: 'neutral', sending: 'neutral', sent: 'good', failed: 'bad' } as const;

/** Takes receipts, several at once: dropped, pasted anywhere on the page, chosen, or photographed with a phone. */
export function ReceiptDrop({ rules, texts }: Props) {
  const { files, add, again, stop } = useSending(rules, texts);
  const take = useRef(add);
  take.current = add;
  useEffect(() => {
    const paste = ({ clipboardData }: ClipboardEvent) => {
      const pasted = [...(clipboardData?.files ?? [])];
      if (pasted.length > 0) take.current(pasted);
    };
    addEventListener('paste', paste);
    return () => removeEventListener('paste', paste);
  }, []);

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    add([...(currentTarget.files ?? [])]);
    currentTarget.value = '';
  }

  const sent = files.filter(({ state }) => state === 'sent').length;
  const words: Record<Sending['state'], string> = { ...texts, failed: '' };
  return (
    <div className="receipt-drop panel">
      <DropZone
        className="file-drop"
        aria-label={texts.drop}
        getDropOperation={() => 'copy'}
        onDrop={async ({ items }) => {
          const dropped = items.filter((item) => item.kind === 'file');
          add(await Promise.all(dropped.map((item) => item.getFile())));
        }}
      >
        <Upload aria-hidden="true" />
        <span className="file-drop-prompt">
          {texts.drop} <span className="support">{texts.hint}</span>
        </span>
        <label className="button">
          {texts.choose}
          <input type="file" multiple accept={rules.accept} onChange={choose} />
        </label>
        <label className="button">
          <Camera aria-hidden="true" size={16} />
          {texts.photo}
          <input type="file" accept="image/*" capture="environment" onChange={choose} />
        </label>
      </DropZone>
      {files.length > 0 && (
        <>
          <progress aria-label={texts.sending} value={sent} max={files.length} />
          <p role="status">{texts.of.replace('{done}', String(sent)).replace('{all}', String(files.length))}</p>
          <ul className="receipt-sending">
            {files.map((one) => (
              <li key={one.key}>
                <span>{one.file.name}</span>
                {one.state === 'sending' && (
                  <progress aria-label={`${texts.sending}: ${one.file.name}`} value={one.share} max={1} />
                )}
                {one.state !== 'failed' && <Badge tone={TONES[one.state]}>{words[one.state]}</Badge>}
                {(one.state === 'waiting' || one.state === 'sending') && (
                  <button
                    type="button"
                    className="quiet"
                    aria-label={`${rules.texts.cancel}: ${one.file.name}`}
                    onClick={() => stop(one)}
                  >
                    {rules.texts.cancel}
                  </button>
                )}
                {one.fault && (
                  <>
                    <span role="alert" className="field-error">
                      {one.fault}
                    </span>
                    <button type="button" aria-label={`${texts.again}: ${one.file.name}`} onClick={() => again(one)}>
                      {texts.again}
                    </button>
                  </>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
