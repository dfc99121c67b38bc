import type { Principal } from '@/lib/access/principal';
import type { Translate } from '@/lib/core/texts';
import type { Layout } from '@/lib/ledger/layout';
import { previewLines } from '@/lib/ledger/preview';
import { Notice } from '../ui/notice';

/** The first lines of a file by a layout, of real transactions. */
export async function LayoutPreview({ principal, layout, t }: { principal: Principal; layout: Layout; t: Translate }) {
  const lines = await previewLines(principal, layout);
  return (
    <section className="panel" aria-labelledby="preview-heading">
      <h2 id="preview-heading">{t('ledger.preview')}</h2>
      <p>{t('ledger.preview.intro')}</p>
      {lines.ok ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that can be scrolled has to be reached by the keyboard
        <section className="ledger-preview" tabIndex={0} aria-label={t('ledger.preview')}>
          <pre>{lines.value.join('\n')}</pre>
        </section>
      ) : (
        <Notice kind="problem">{t(lines.refusal.code, lines.refusal.params)}</Notice>
      )}
    </section>
  );
}
