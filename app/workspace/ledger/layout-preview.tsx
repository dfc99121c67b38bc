import type { Principal } from '@/lib/access/policy/principal';
import type { Translate } from '@/lib/core/language/texts';
import type { Layout } from '@/lib/money/ledger/layout';
import { previewLines } from '@/lib/money/ledger/preview';
import { Notice } from '../ui/notice';
import { Scroller } from '../ui/scroller';

/** Previews the first lines of a file in a layout, from real transactions. */
export async function LayoutPreview({ principal, layout, t }: { principal: Principal; layout: Layout; t: Translate }) {
  const lines = await previewLines(principal, layout);
  return (
    <section className="panel" aria-labelledby="preview-heading">
      <h2 id="preview-heading">{t('ledger.preview')}</h2>
      <p>{t('ledger.preview.intro')}</p>
      {lines.ok ? (
        <Scroller className="ledger-preview">
          <pre>{lines.value.join('\n')}</pre>
        </Scroller>
      ) : (
        <Notice kind="problem">{t(lines.refusal.code, lines.refusal.params)}</Notice>
      )}
    </section>
  );
}
