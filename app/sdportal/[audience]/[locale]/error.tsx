'use client';

import { useEffect } from 'react';
import { useFailureTexts } from '@/app/sdportal/ui/failure-texts';

/** What stands in place of a page whose script failed. */
export default function PortalError({ error }: { error: Error }) {
  const { title, message, again } = useFailureTexts();
  useEffect(() => {
    import('@/app/sdportal/ui/call').then(({ reportError }) => reportError(error));
  }, [error]);
  return (
    <div className="card">
      <h1>{title}</h1>
      <p>{message}</p>
      <button type="button" className="primary" onClick={() => location.reload()}>
        {again}
      </button>
    </div>
  );
}
