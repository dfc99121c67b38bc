'use client';

import type { ReactNode } from 'react';
import { EvidenceBadges } from '../receipts/evidence-badges';
import type { PictureTexts } from '../receipts/large-picture';
import { Picture } from '../receipts/picture';
import type { ShownAttachment } from './shown';

interface Props {
  file: ShownAttachment;
  texts: PictureTexts;
  /** What can be done with it. */
  children: ReactNode;
}

/** A file of a record: its picture, its name, and below it who added it when. */
export function AttachedFile({ file, texts, children }: Props) {
  const { size, by, at, same, evidence } = file;
  const { name, href } = file.pictured;
  return (
    <div className="attached">
      <Picture file={file.pictured} isNamed marks={evidence?.marks ?? []} texts={texts} />
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
