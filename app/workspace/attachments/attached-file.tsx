'use client';

import FileText from 'lucide-react/icons/file-text';
import type { ReactNode } from 'react';
import { EvidenceBadges } from '../receipts/evidence-badges';
import { Picture, type PictureTexts } from '../receipts/picture';
import type { ShownAttachment } from './shown';

interface Props {
  file: ShownAttachment;
  texts: PictureTexts;
  /** What can be done with it. */
  children: ReactNode;
}

/** A file of a record: its picture, its name, and below it who added it when. */
export function AttachedFile({ file, texts, children }: Props) {
  const { name, href, isPicture, size, by, at, same, evidence } = file;
  return (
    <div className="attached">
      {isPicture ? (
        <Picture name={name} href={href} isPicture marks={evidence?.marks ?? []} texts={texts} />
      ) : (
        // Its name is the link.
        <span className="picture" aria-hidden="true">
          <FileText size={24} />
        </span>
      )}
      <div className="attached-name">
        <a href={href} download>
          {name}
        </a>
        <span className="support">{[by, at, size].filter(Boolean).join(' · ')}</span>
        <EvidenceBadges evidence={evidence} />
        {same && <span className="support notice">{same}</span>}
        {children}
      </div>
    </div>
  );
}
