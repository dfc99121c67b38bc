import type { Brand } from '@/lib/brand/brands/directory';
import { SAMPLE_PARAMS, TEMPLATE_NAMES } from '@/lib/brand/mail/samples';
import { TEMPLATES } from '@/lib/brand/mail/templates';
import { languageTag, localeName } from '@/lib/core/language/locales';
import { translator } from '@/lib/core/language/texts';
import { administrator } from './administrator';

/**
 * Previews of the sign-in page and a mail from the form's values. Without JavaScript each has a button that submits the
 * form into its frame; with it they follow the typing.
 */
export async function Previews({ address, shown }: { address: string; shown: Brand }) {
  const { t, locale } = await administrator();
  const first = shown.locales.includes(locale) ? locale : shown.locales[0];
  const words = translator(locale);
  const params = { ...SAMPLE_PARAMS, app: shown.appName };
  return (
    <aside id="previews" className="previews" aria-label={t('brand.preview.title')}>
      <div className="preview-choices">
        <div className="field">
          <label htmlFor="previewLocale">{t('language.label')}</label>
          <select id="previewLocale" name="previewLocale" defaultValue={first}>
            {shown.locales.map((code) => (
              <option key={code} value={code} lang={languageTag(code)}>
                {localeName(code)}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor="previewMail">{t('brand.preview.mail')}</label>
          <select id="previewMail" name="previewMail" defaultValue={TEMPLATE_NAMES[0]}>
            {TEMPLATE_NAMES.map((template) => (
              <option key={template} value={template}>
                {TEMPLATES[template](words, params).subject}
              </option>
            ))}
          </select>
        </div>
        <fieldset className="widths">
          <legend className="visually-hidden">{t('brand.preview.title')}</legend>
          <label>
            <input type="radio" name="previewWidth" value="narrow" defaultChecked /> {t('brand.preview.narrow')}
          </label>
          <label>
            <input type="radio" name="previewWidth" value="wide" /> {t('brand.preview.wide')}
          </label>
        </fieldset>
      </div>
      <div className="preview-frames">
        {(['sign-in', 'mail'] as const).map((kind) => {
          const title = t(kind === 'mail' ? 'brand.preview.mail' : 'brand.preview.sign.in');
          return (
            <figure key={kind}>
              <figcaption>
                <span>{title}</span>
                <button
                  type="submit"
                  className="small"
                  formAction={`${address}/preview/${kind}`}
                  formTarget={`preview-${kind}`}
                  formEncType="application/x-www-form-urlencoded"
                  aria-label={`${title}: ${t('brand.preview.update')}`}
                  data-preview-button
                >
                  {t('brand.preview.update')}
                </button>
              </figcaption>
              <div className="preview-frame" data-preview={`${address}/preview/${kind}`}>
                <iframe
                  name={`preview-${kind}`}
                  title={title}
                  src={`${address}/preview/${kind}?previewLocale=${first}`}
                  sandbox={kind === 'mail' ? '' : 'allow-same-origin'}
                />
              </div>
            </figure>
          );
        })}
      </div>
    </aside>
  );
}
