import type { ReactNode } from 'react';
import type { ThemeColour } from '@/lib/brand/brands/contrast';
import { FOOTER_LAYOUTS, FOOTER_LINKS, FOOTER_TEXTS, SIGN_IN_LAYOUTS, TYPEFACES } from '@/lib/brand/brands/schema';
import type { Theme } from '@/lib/brand/brands/theme';
import type { OpenBrand } from '@/lib/brand/studio/drafts';
import { FLAGS, FOOTER_LINK_FIELDS, THEME_FIELDS } from '@/lib/brand/studio/form';
import { LOCALES, type Locale, localeName } from '@/lib/core/language/locales';
import { ColourField } from './colour-field';
import { Choice, type FormContext, TextArea, TextInput } from './fields';
import { typefaceName } from './labels';

interface InForm {
  form: FormContext;
}

interface Parents {
  /** The brands that this one can inherit from. */
  parents: { name: string; displayName: string }[];
}

/** The fields of the design of a brand, by section. */
export function DesignSections({
  form,
  opened: { name, content },
  theme,
  parents
}: InForm & Parents & { opened: OpenBrand; theme: Theme }) {
  return (
    <>
      <IdentitySection form={form} parents={parents} />
      <LayoutSection form={form} />
      <ColoursSection form={form} theme={theme} />
      <FooterSection form={form} brand={name} />
      <LanguagesSection form={form} locales={content.locales} />
      <FeaturesSection form={form} />
      <MailSection form={form} />
    </>
  );
}

function IdentitySection({ form, parents }: InForm & Parents) {
  const { t } = form;
  return (
    <Section title={t('brand.section.identity')} open>
      <TextInput form={form} path="displayName" />
      <TextInput form={form} path="appName" />
      <TextInput form={form} path="signInToLabel" />
      <TextInput form={form} path="abbreviation" hint={t('brand.abbreviation.hint')} />
      <TextInput form={form} path="family" />
      <Choice
        form={form}
        path="parent"
        empty={t('brand.field.parent.none')}
        options={parents.map((parent) => [parent.name, parent.displayName])}
      />
    </Section>
  );
}

function LayoutSection({ form }: InForm) {
  const { t } = form;
  return (
    <Section title={t('brand.section.layout')} open>
      <Choice
        form={form}
        path="signInLayout"
        empty={t('brand.choice.inherit')}
        options={SIGN_IN_LAYOUTS.map((layout) => [layout, t(`brand.sign.in.layout.${layout}`)])}
      />
      <Choice
        form={form}
        path="typeface"
        empty={t('brand.choice.inherit')}
        options={TYPEFACES.map((typeface) => [typeface, typefaceName(t, typeface)])}
      />
    </Section>
  );
}

function ColoursSection({ form, theme }: InForm & { theme: Theme }) {
  const { t } = form;
  return (
    <Section title={t('brand.section.colours')} open>
      {THEME_FIELDS.filter((token): token is ThemeColour => token !== 'radius').map((token) => (
        <ColourField key={token} form={form} token={token} theme={theme} />
      ))}
      <Choice
        form={form}
        path="theme/radius"
        empty={t('brand.choice.inherit')}
        options={['0px', '2px', '4px', '6px', '8px', '12px'].map((radius) => [radius, radius])}
      />
    </Section>
  );
}

function FooterSection({ form, brand }: InForm & { brand: string }) {
  const { t } = form;
  return (
    <Section title={t('brand.section.footer')}>
      <Choice
        form={form}
        path="footerLayout"
        empty={t('brand.choice.inherit')}
        options={FOOTER_LAYOUTS.map((layout) => [layout, t(`brand.layout.${layout}`)])}
      />
      <p>
        <a href={`/workspace/brands/${brand}/texts?search=footer.`}>{t('brand.footer.by.language')}</a>
      </p>
      {FOOTER_TEXTS.map((text) => (
        <TextArea key={text} form={form} path={`footer/${text}`} />
      ))}
      {FOOTER_LINK_FIELDS.map((link) => (
        <fieldset key={link}>
          <legend>{t(FOOTER_LINKS[link])}</legend>
          <TextInput form={form} path={`footer/${link}`} />
          <TextInput form={form} path={`footer/${link}Url`} />
        </fieldset>
      ))}
    </Section>
  );
}

function LanguagesSection({ form: { t, locale }, locales }: InForm & { locales: readonly Locale[] }) {
  return (
    <Section title={t('brand.section.languages')}>
      <fieldset>
        <legend>{t('brand.field.locales')}</legend>
        <div className="ticks">
          {LOCALES.map((code) => (
            <label key={code}>
              <input type="checkbox" name={`locales/${code}`} defaultChecked={locales.includes(code)} />{' '}
              {localeName(code, locale)}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="field">
        <label htmlFor="locales">{t('brand.field.defaultLocale')}</label>
        <select id="locales" name="defaultLocale" defaultValue={locales[0] ?? ''}>
          <option value="">{t('brand.choice.inherit')}</option>
          {LOCALES.map((code) => (
            <option key={code} value={code}>
              {localeName(code, locale)}
            </option>
          ))}
        </select>
      </div>
    </Section>
  );
}

function FeaturesSection({ form }: InForm) {
  const { t } = form;
  const yesNo: [string, string][] = [
    ['true', t('brand.choice.yes')],
    ['false', t('brand.choice.no')]
  ];
  return (
    <Section title={t('brand.section.features')}>
      {FLAGS.map((flag) => (
        <Choice key={flag} form={form} path={flag} empty={t('brand.choice.inherit')} options={yesNo} />
      ))}
      <TextInput form={form} path="fssoRedirectUrl" />
      <TextInput form={form} path="fssoLogoutUrl" />
    </Section>
  );
}

function MailSection({ form }: InForm) {
  const { t } = form;
  return (
    <Section title={t('brand.section.mail')}>
      <TextInput form={form} path="mailFromName" />
      <TextInput form={form} path="mailFromAddress" />
    </Section>
  );
}

function Section({ title, open, children }: { title: string; open?: boolean; children: ReactNode }) {
  return (
    <details className="section" open={open}>
      <summary>
        <h2>{title}</h2>
      </summary>
      <div className="section-fields">{children}</div>
    </details>
  );
}
