'use client';

import { useErrorTexts } from './error-texts';

/** Shown instead of a page that failed; Next requires a client component. */
export default function ErrorPage({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  const texts = useErrorTexts();
  return (
    <section className="panel" role="alert">
      {/* Only server errors have a digest. */}
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
