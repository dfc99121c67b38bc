import type { ReactNode } from 'react';
import type { Translate } from '@/lib/core/language/texts';
import type { OwnScheme } from '@/lib/money/allocation/own-schemes';

/** Asks for one of several schemes in a form that stays on the page. */
export function SchemeChoice({
  schemes,
  t,
  children
}: {
  schemes: readonly OwnScheme[];
  t: Translate;
  /** Other parameters of the address to keep. */
  children?: ReactNode;
}) {
  return (
    <form method="get" className="split-profile">
      {children}
      <div className="field">
        <label htmlFor="scheme">{t('split.profile.scheme')}</label>
        <select id="scheme" name="scheme">
          {schemes.map(({ id, name, company }) => (
            <option key={id} value={id}>
              {company} · {name}
            </option>
          ))}
        </select>
      </div>
      <button type="submit" className="primary">
        {t('split.profile.scheme.choose')}
      </button>
    </form>
  );
}
