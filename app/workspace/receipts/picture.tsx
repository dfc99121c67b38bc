'use client';

import FileText from 'lucide-react/icons/file-text';
import RotateCw from 'lucide-react/icons/rotate-cw';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { useState } from 'react';
import type { Box } from '@/lib/money/reading/words';
import { ModalDialog } from '../ui/modal-dialog';
import './picture.css';

export type PictureTexts = Record<'close' | 'larger' | 'rotate' | 'smaller' | 'view', string>;

interface Props {
  name: string;
  href: string;
  /** Else it is a document, which is downloaded to be looked at. */
  isPicture: boolean;
  /** Places on it that are outlined; what they are is told beside it. */
  marks?: readonly Box[];
  texts: PictureTexts;
}

const MOST_ZOOM = 4;

/** A file as a small picture that opens a large one, to rotate and to zoom; what is stored stays as it is. */
export function Picture({ name, href, isPicture, marks = [], texts }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [turns, setTurns] = useState(0);
  const [zoom, setZoom] = useState(1);
  const label = texts.view.replace('{name}', name);
  if (!isPicture)
    return (
      <a className="picture picture-document" href={href} download aria-label={label}>
        <FileText aria-hidden="true" size={24} />
      </a>
    );
  return (
    <>
      <button type="button" className="picture" aria-label={label} onClick={() => setOpen(true)}>
        <img src={href} alt="" loading="lazy" />
      </button>
      <ModalDialog title={name} open={isOpen} onOpenChange={setOpen}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls the large picture by its keys */}
        <section className="picture-frame" aria-label={label} tabIndex={0}>
          <div className="picture-sheet" style={{ width: `${zoom * 100}%`, rotate: `${turns * 90}deg` }}>
            <img src={href} alt={name} />
            {marks.map((box) => (
              <span key={box.join()} className="picture-mark" style={placeOf(box)} />
            ))}
          </div>
        </section>
        <div className="form-actions">
          <button type="button" onClick={() => setTurns((before) => before + 1)}>
            <RotateCw aria-hidden="true" size={16} />
            {texts.rotate}
          </button>
          <button type="button" disabled={zoom >= MOST_ZOOM} onClick={() => setZoom((before) => before + 0.5)}>
            <ZoomIn aria-hidden="true" size={16} />
            {texts.larger}
          </button>
          <button type="button" disabled={zoom <= 1} onClick={() => setZoom((before) => before - 0.5)}>
            <ZoomOut aria-hidden="true" size={16} />
            {texts.smaller}
          </button>
          <button type="button" className="primary" onClick={() => setOpen(false)}>
            {texts.close}
          </button>
        </div>
      </ModalDialog>
    </>
  );
}

/** A place in thousandths of the picture, as a style. */
const placeOf = ([left, top, right, bottom]: Box) => ({
  left: `${left / 10}%`,
  top: `${top / 10}%`,
  width: `${(right - left) / 10}%`,
  height: `${(bottom - top) / 10}%`
});
