'use client';

import FileText from 'lucide-react/icons/file-text';
import { useRef, useState } from 'react';
import type { Box } from '@/lib/money/reading/words';
import type { Pictured } from '../attachments/pictured';
import { ModalDialog } from '../ui/modal-dialog';
import { LargePicture, type PictureTexts } from './large-picture';
import './picture.css';

interface Props {
  file: Pictured;
  /** Places on it that are outlined; what they are is told beside it. */
  marks?: readonly Box[];
  /** Its name stands beside it as a link to the file. */
  isNamed?: boolean;
  /** As large as a column, where it is what has to be judged. */
  isWide?: boolean;
  texts: PictureTexts;
}

/** From this width on, a large picture has room beside what is typed. */
const ROOM_BESIDE = '(min-width: 60rem)';

/**
 * A file as a small picture that opens a large one: beside the page, where there is room, so that it can be read while
 * typing. What is stored stays as it is.
 */
export function Picture({ file, marks = [], isNamed = false, isWide = false, texts }: Props) {
  const { name, href, thumbnail, pictures } = file;
  const [isOpen, setOpen] = useState<'beside' | 'over' | null>(null);
  const [isBroken, setBroken] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const label = texts.view.replace('{name}', name);
  const look = isWide ? 'picture picture-wide' : 'picture';
  const small =
    thumbnail && !isBroken ? (
      <img
        src={thumbnail}
        alt=""
        loading="lazy"
        // It may have failed before the page's script was there to hear of it.
        ref={(image) => {
          if (image?.complete && image.naturalWidth === 0) setBroken(true);
        }}
        onError={() => setBroken(true)}
      />
    ) : (
      <FileText aria-hidden="true" size={isWide ? 40 : 24} />
    );
  if (pictures.length === 0)
    return isNamed ? (
      <span className={look} aria-hidden="true">
        {small}
      </span>
    ) : (
      <a className={look} href={href} download aria-label={label}>
        {small}
      </a>
    );
  function close() {
    setOpen(null);
    opener.current?.focus();
  }
  const large = <LargePicture file={file} marks={marks} label={label} texts={texts} onClose={close} />;
  return (
    <>
      <button
        type="button"
        ref={opener}
        className={look}
        aria-label={label}
        onClick={() => setOpen(window.matchMedia(ROOM_BESIDE).matches ? 'beside' : 'over')}
      >
        {small}
      </button>
      {isOpen === 'beside' && (
        <div
          className="picture-beside"
          role="dialog"
          aria-label={name}
          tabIndex={-1}
          ref={(panel) => panel?.focus()}
          onKeyDown={(event) => event.key === 'Escape' && close()}
        >
          <h2>{name}</h2>
          {large}
        </div>
      )}
      <ModalDialog title={name} open={isOpen === 'over'} onOpenChange={close}>
        {large}
      </ModalDialog>
    </>
  );
}
