'use client';

import { useEffect } from 'react';

/** Shown instead of a page whose script failed. */
export default function PortalError({ error }: { error: Error }) {
  // portal-frame.tsx provides the texts.
  const { failed, advice, again } = document.getElementById('main')?.dataset ?? {};
  useEffect(() => {
    import('@/app/sdportal/ui/call').then(({ reportError }) => reportError(error));
  }, [error]);
  return (
    <div className="card">
      <h1>{failed}</h1>
      <p>{advice}</p>
      <button type="button" className="primary" onClick={() => location.reload()}>
        {again}
      </button>
    </div>
  );
}
