import './studio.css';
import './previews.css';
import type { ReactNode } from 'react';

/** The studio's style comes with its pages only. */
export default function StudioLayout({ children }: { children: ReactNode }) {
  return children;
}
