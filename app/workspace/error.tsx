'use client';

// A client component by Next's rule for error pages; its texts can't be looked up when the look-up is what failed.
export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <section className="panel" role="alert">
      <h1>An unexpected error has occurred</h1>
      <p>Nothing you entered has been saved. Try again, or come back in a few minutes.</p>
      {error.digest && <p>Reference for support: {error.digest}</p>}
      <button type="button" onClick={reset}>
        Try again
      </button>
    </section>
  );
}
