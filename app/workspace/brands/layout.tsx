import './studio.css';
import './previews.css';
import type { ReactNode } from 'react';

/** Only the studio's pages load its style. */
export default function StudioLayout({ children }: { children: ReactNode }) {
  return children;
}
