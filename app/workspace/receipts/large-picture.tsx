'use client';

import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import RotateCw from 'lucide-react/icons/rotate-cw';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { useState } from 'react';
import type { Box } from '@/lib/money/reading/words';
import type { Pictured } from '../attachments/pictured';

export type PictureTexts = Record<
  'close' | 'larger' | 'nextPage' | 'page' | 'previousPage' | 'rotate' | 'smaller' | 'view',
  string
>;

interface Props {
  file: Pictured;
  marks: readonly Box[];
  label: string;
  texts: PictureTexts;
  onClose: () => void;
}

const MOST_ZOOM = 4;

/** A file to look at, page by page, to rotate and to zoom. */
export function LargePicture({ file: { name, pictures, pages }, marks, label, texts, onClose }: Props) {
  const [page, setPage] = useState(0);
  const [turns, setTurns] = useState(0);
  const [zoom, setZoom] = useState(1);
  const position = texts.page.replace('{page}', `${page + 1}`).replace('{pages}', `${pages}`);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a reader without a mouse scrolls the large picture by its keys */}
      <section className="picture-frame" aria-label={label} tabIndex={0}>
        <div className="picture-sheet" style={{ width: `${zoom * 100}%`, rotate: `${turns * 90}deg` }}>
          <img src={pictures[page]} alt={pages > 1 ? `${name}: ${position}` : name} />
          {marks.map((box) => (
            <span key={box.join()} className="picture-mark" style={placeOf(box)} />
          ))}
        </div>
      </section>
      <div className="form-actions picture-tools">
        {pages > 1 && (
          <span className="picture-pages">
            <button
              type="button"
              className="icon-button"
              aria-label={texts.previousPage}
              disabled={page === 0}
              onClick={() => setPage((before) => before - 1)}
            >
              <ChevronLeft aria-hidden="true" size={18} />
            </button>
            <span role="status">{position}</span>
            <button
              type="button"
              className="icon-button"
              aria-label={texts.nextPage}
              disabled={page === pictures.length - 1}
              onClick={() => setPage((before) => before + 1)}
            >
              <ChevronRight aria-hidden="true" size={18} />
            </button>
          </span>
        )}
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
        <button type="button" className="primary" onClick={onClose}>
          {texts.close}
        </button>
      </div>
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
