import type { Translate } from '@/lib/core/language/texts';

interface Props {
  issuers: { id: string; name: string }[];
  chosen: string;
  t: Translate;
}

/** Selects the issuer whose audit is shown; each issuer has its own chain. */
export function IssuerChoice({ issuers, chosen, t }: Props) {
  return (
    <form className="audit-issuer" method="get" action="/workspace/audit">
      <div className="field">
        <label htmlFor="audit-issuer">{t('audit.issuer')}</label>
        <select id="audit-issuer" name="issuer" defaultValue={chosen}>
          {issuers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <button type="submit">{t('audit.issuer.choose')}</button>
    </form>
  );
}
