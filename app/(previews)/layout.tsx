import type { ReactNode } from 'react';

/** The frame of preview pages: they have workspace addresses but the portal's look. */
export default function PreviewLayout({ children }: { children: ReactNode }) {
  return children;
}
