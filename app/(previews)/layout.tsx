import type { ReactNode } from 'react';

/** Pages that stand below the workspace's addresses and in a frame of the portal's, which they bring along. */
export default function PreviewLayout({ children }: { children: ReactNode }) {
  return children;
}
