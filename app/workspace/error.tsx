'use client';

import { useErrorTexts } from './error-texts';

/** What stands in place of a page that failed; a client component by Next's rule for error pages. */
export default function ErrorPage({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  const texts = useErrorTexts();
  return (
    <section className="panel" role="alert">
      {/* An error of the server comes with a digest; of another nothing is known. */}
      <h1>{error.digest ? texts.unexpected : texts.unknown}</h1>
      <p>{texts.advice}</p>
      {error.digest && <p>{texts.reference.replace('{reference}', error.digest)}</p>}
      <div className="actions">
        <button type="button" onClick={retry}>
          {texts.again}
        </button>
      </div>
    </section>
  );
}
