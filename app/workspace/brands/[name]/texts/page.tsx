import type { Metadata } from 'next';
import { faultsOf } from '@/lib/brand/studio/faults';
import { findTexts } from '@/lib/brand/studio/text-keys';
import { isLocale, LOCALES, type Locale, languageTag, localeName } from '@/lib/core/language/locales';
import type { Translate } from '@/lib/core/language/texts';
import { formTextsOf } from '../../../ui/form-texts';
import { workspacePage } from '../../../workspace-page';
import { saveBrandTexts } from '../../actions';
import { brandPath } from '../../brand-path';
import { described, FieldFault, type FormContext, fieldId } from '../../fields';
import { BrandFrame, brandPage, type Query, single } from '../../frame';
import { LiveStudio } from '../../live-studio';
import { StudioForm } from '../../studio-form';

type Props = { params: Promise<{ name: string }>; searchParams: Promise<Query> };

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { opened, t } = await brandPage(params, searchParams);
  return { title: `${t('brand.studio.tab.texts')} – ${opened.content.displayName}` };
}

const PAGE = 30;

/** The texts of a brand in one language: the product's, and the brand's replacements. */
export default workspacePage(async function BrandTextsPage({ params, searchParams }: Props) {
  const { t, locale: own, opened, query } = await brandPage(params, searchParams);
  const { name, content, basis, status } = opened;
  const asked = single(query, 'locale');
  const offered = content.locales.length > 0 ? content.locales : LOCALES;
  const locale = isLocale(asked) ? asked : (offered.find((code) => code === own) ?? offered[0] ?? own);
  const search = (single(query, 'search') ?? '').slice(0, 80);
  const start = Math.max(0, Math.trunc(Number(single(query, 'start') ?? 0)) || 0);
  const matches = findTexts(locale, content.texts[locale] ?? {}, { search, footer: content.footer });
  const entries = matches.slice(start, start + PAGE);
  const values = Object.fromEntries(entries.map((entry) => [`texts/${locale}/${entry.key}`, entry.own ?? '']));
  const form: FormContext = { t, locale: own, values, inherited: {}, faults: faultsOf(content) };
  return (
    <BrandFrame opened={opened} tab="texts" query={query}>
      <TextFilter path={brandPath(name, 'texts')} locale={locale} own={own} search={search} t={t} />
      {entries.length === 0 ? (
        <p role="status">{t('brand.texts.none')}</p>
      ) : (
        <StudioForm
          id="texts"
          className="panel"
          action={saveBrandTexts}
          hidden={{ brand: name, basis, locale, search }}
        >
          <p>{t('brand.texts.intro')}</p>
          {entries.map(({ key, text }) => (
            <TextField key={key} form={form} name={key} text={text} locale={locale} />
          ))}
          {status !== 'retired' && (
            <div className="studio-actions">
              <button type="submit" className="primary">
                {t('brand.studio.save')}
              </button>
              <span className="unsaved" id="unsaved" hidden>
                {t('brand.studio.unsaved')}
              </span>
            </div>
          )}
          <LiveStudio form="texts" language={languageTag(own)} texts={formTextsOf(t)} />
        </StudioForm>
      )}
      {matches.length > start + PAGE && (
        <p>
          <a className="button" href={brandPath(name, 'texts', { locale, search, start: String(start + PAGE) })}>
            {t('brand.studio.more')}
          </a>
        </p>
      )}
    </BrandFrame>
  );
});

interface FilterProps {
  path: string;
  locale: Locale;
  /** The reader's language. */
  own: Locale;
  search: string;
  t: Translate;
}

/** In which language, and which texts of it. */
function TextFilter({ path, locale, own, search, t }: FilterProps) {
  return (
    <form className="filter" method="post" action="/workspace/search/list">
      <input type="hidden" name="path" value={path} />
      <div className="field">
        <label htmlFor="locale">{t('language.label')}</label>
        <select id="locale" name="locale" defaultValue={locale}>
          {LOCALES.map((code) => (
            <option key={code} value={code}>
              {localeName(code, own)}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor="search">{t('brand.studio.search')}</label>
        <input id="search" type="search" name="search" defaultValue={search} maxLength={80} />
      </div>
      <button type="submit">{t('brand.studio.search')}</button>
    </form>
  );
}

interface TextFieldProps {
  form: FormContext;
  name: string;
  /** What the product says. */
  text: string;
  locale: Locale;
}

/** A text of the product, and what the brand says instead. */
function TextField({ form, name, text, locale }: TextFieldProps) {
  const path = `texts/${locale}/${name}`;
  return (
    <div className="field text-field">
      <label htmlFor={fieldId(path)}>{name}</label>
      <p className="hint" id={`${fieldId(path)}-hint`} lang={languageTag(locale)}>
        {text}
      </p>
      <textarea
        {...described({ form, path, hint: text })}
        lang={languageTag(locale)}
        defaultValue={String(form.values[path])}
        rows={Math.min(4, Math.max(1, Math.ceil(text.length / 70)))}
      />
      <FieldFault form={form} path={path} />
    </div>
  );
}
