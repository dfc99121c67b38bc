import type { Translate } from '@/lib/core/language/texts';
import type { SearchKind } from '@/lib/kit/search/kinds';

interface Props {
  t: Translate;
  /** What was searched last. */
  text: string;
  kind: SearchKind | undefined;
}

/** The field of the search page; a POST, because a typed card number must not enter an address. */
export function SearchForm({ t, text, kind }: Props) {
  return (
    <search className="search-main" aria-label={t('search.button')}>
      <form method="post" action="/workspace/search/find" className="search-form">
        {kind && <input type="hidden" name="kind" value={kind} />}
        <input
          type="search"
          name="q"
          defaultValue={text}
          aria-label={t('search.label')}
          placeholder={t('search.label')}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <button type="submit" className="primary">
          {t('search.button')}
        </button>
      </form>
    </search>
  );
}
