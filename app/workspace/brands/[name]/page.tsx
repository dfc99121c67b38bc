import type { Metadata } from 'next';
import type { Brand } from '@/lib/brand/brands/directory';
import { possibleParents } from '@/lib/brand/studio/brand-list';
import { THEME_FIELDS } from '@/lib/brand/studio/form';
import { leavesOf } from '@/lib/brand/studio/leaves';
import { previewBrand } from '@/lib/brand/studio/preview';
import { publicationFaults } from '@/lib/brand/studio/publication-faults';
import { languageTag } from '@/lib/core/language/locales';
import type { Translate } from '@/lib/core/language/texts';
import { formTextsOf } from '../../ui/form-texts';
import { workspacePage } from '../../workspace-page';
import { bringBackBrand, discardBrandDraft, retireBrand, saveBrandDesign } from '../actions';
import { brandPath } from '../brand-path';
import { DesignSections } from '../design-sections';
import { type FormContext, fieldId } from '../fields';
import { BrandFrame, brandPage, type Query } from '../frame';
import { fieldLabel } from '../labels';
import { LiveStudio } from '../live-studio';
import { Previews } from '../previews';
import { StudioForm } from '../studio-form';
import { AskedBrandButton, BrandButton } from './brand-button';

type Props = { params: Promise<{ name: string }>; searchParams: Promise<Query> };

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { opened, t } = await brandPage(params, searchParams);
  return { title: `${opened.content.displayName} – ${t('brand.studio.title')}` };
}

/** The design of a brand: all its fields, beside previews of its sign-in page and mails. */
export default workspacePage(async function BrandDesignPage({ params, searchParams }: Props) {
  const { by, t, locale, opened, query } = await brandPage(params, searchParams);
  const { name, content, published, version, basis, draft, status } = opened;
  const [shown, parents, faults] = await Promise.all([
    previewBrand(by, name, content, published),
    possibleParents(by, name),
    publicationFaults(by, opened)
  ]);
  const form: FormContext = { t, locale, values: leavesOf(content), inherited: inheritedOf(shown), faults };
  return (
    <BrandFrame opened={opened} tab="design" query={query}>
      {status === 'retired' ? (
        <BrandButton action={bringBackBrand} hidden={{ brand: name }}>
          <button type="submit" className="primary">
            {t('brand.studio.bring.back')}
          </button>
        </BrandButton>
      ) : (
        <>
          <StudioForm
            id="design"
            className="studio"
            action={saveBrandDesign}
            hidden={{ brand: name, basis }}
            problems={faults.length > 0 && <Faults brand={name} form={form} />}
          >
            <div className="studio-fields">
              <p className="hint">{t('brand.studio.inherit.hint')}</p>
              <DesignSections form={form} opened={opened} theme={shown.theme} parents={parents} />
              <DesignActions t={t} />
            </div>
            <Previews address={brandPath(name)} shown={shown} />
            <LiveStudio form="design" language={languageTag(locale)} texts={formTextsOf(t)} />
          </StudioForm>
          {draft && version > 0 && (
            <AskedBrandButton
              action={discardBrandDraft}
              hidden={{ brand: name, basis }}
              label={t('brand.studio.discard')}
              question={t('brand.studio.discard.question', { version })}
              confirm={t('brand.studio.discard.confirm')}
            />
          )}
          <AskedBrandButton
            action={retireBrand}
            hidden={{ brand: name }}
            label={t('brand.studio.archive')}
            question={t('brand.studio.archive.question', { brand: content.displayName })}
            confirm={t('brand.studio.archive.confirm')}
          />
        </>
      )}
    </BrandFrame>
  );
});

/** What the fields of a brand show where they are empty. */
const inheritedOf = (shown: Brand) => ({
  ...Object.fromEntries(THEME_FIELDS.map((token) => [`theme/${token}`, shown.theme[token]])),
  ...Object.fromEntries(Object.entries(shown.footer).map(([field, value]) => [`footer/${field}`, value])),
  appName: shown.appName,
  signInToLabel: shown.signInToLabel ?? '',
  mailFromName: shown.mailFromName
});

/** What keeps the brand from being published, each leading to its field. */
function Faults({ brand, form: { t, locale, faults } }: { brand: string; form: FormContext }) {
  return (
    <>
      <h2>{t('error.count', { count: faults.length })}</h2>
      <ul>
        {faults.map(({ code, field = '', params }) => (
          <li key={`${field} ${code}`}>
            <a
              href={
                field.startsWith('texts/')
                  ? brandPath(brand, 'texts', { locale: field.split('/')[1] ?? '' })
                  : `#${fieldId(field)}`
              }
            >
              {fieldLabel(t, locale, field)}
            </a>
            : {t(code, params)}
          </li>
        ))}
      </ul>
    </>
  );
}

/** What is done with what the form holds. */
function DesignActions({ t }: { t: Translate }) {
  return (
    <div className="studio-actions">
      <button type="submit">{t('brand.studio.save')}</button>
      <button type="submit" className="primary" name="then" value="publish">
        {t('brand.studio.publish')}
      </button>
      <a className="button to-previews" href="#previews">
        {t('brand.preview.title')}
      </a>
      <span className="unsaved" id="unsaved" hidden>
        {t('brand.studio.unsaved')}
      </span>
    </div>
  );
}
