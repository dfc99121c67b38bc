import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import type { ThemeColour } from '@/lib/brand/brands/contrast';
import { FOOTER_LAYOUTS, FOOTER_LINKS, FOOTER_TEXTS, SIGN_IN_LAYOUTS, TYPEFACES } from '@/lib/brand/brands/schema';
import { possibleParents } from '@/lib/brand/studio/brand-list';
import { FLAGS, FOOTER_LINK_FIELDS, THEME_FIELDS } from '@/lib/brand/studio/form';
import { leavesOf } from '@/lib/brand/studio/leaves';
import { previewBrand } from '@/lib/brand/studio/preview';
import { publicationFaults } from '@/lib/brand/studio/publication-faults';
import { LOCALES, languageTag, localeName } from '@/lib/core/language/locales';
import { Notice } from '../../ui/notice';
import { workspacePage } from '../../workspace-page';
import { ColourField } from '../colour-field';
import { Choice, type FormContext, fieldId, TextArea, TextInput } from '../fields';
import { BrandFrame, brandPage, type Query, single } from '../frame';
import { fieldLabel, typefaceName } from '../labels';
import { LiveStudio } from '../live-studio';
import { Previews } from '../previews';

type Props = { params: Promise<{ name: string }>; searchParams: Promise<Query> };

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { opened, t } = await brandPage(params, searchParams);
  return { title: `${opened.content.displayName} – ${t('brand.studio.title')}` };
}

/** The design of a brand: all its fields, beside what its sign-in page and its mails look like. */
export default workspacePage(async function BrandDesignPage({ params, searchParams }: Props) {
  const { by, t, locale, opened, query } = await brandPage(params, searchParams);
  const { name, content, published, version, basis, draft, status } = opened;
  const address = `/workspace/brands/${name}`;
  const [shown, parents, faults] = await Promise.all([
    previewBrand(by, name, content, published),
    possibleParents(by, name),
    publicationFaults(by, opened)
  ]);
  const inherited = {
    ...Object.fromEntries(THEME_FIELDS.map((token) => [`theme/${token}`, shown.theme[token]])),
    ...Object.fromEntries(Object.entries(shown.footer).map(([field, value]) => [`footer/${field}`, value])),
    appName: shown.appName,
    signInToLabel: shown.signInToLabel ?? '',
    mailFromName: shown.mailFromName
  };
  const form: FormContext = { t, locale, values: leavesOf(content), inherited, faults };
  const refused = single(query, 'problem') === 'faults';
  const yesNo: [string, string][] = [
    ['true', t('brand.choice.yes')],
    ['false', t('brand.choice.no')]
  ];
  return (
    <BrandFrame opened={opened} tab="design" query={query}>
      {refused && faults.length > 0 && (
        <Notice kind="problem">
          <h2>{t('error.count', { count: faults.length })}</h2>
          <ul>
            {faults.map(({ code, field = '', params }) => (
              <li key={`${field} ${code}`}>
                <a
                  href={
                    field.startsWith('texts/') ? `${address}/texts?locale=${field.split('/')[1]}` : `#${fieldId(field)}`
                  }
                >
                  {fieldLabel(t, locale, field)}
                </a>
                : {t(code, params)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {status === 'retired' ? (
        <form method="post" action={`${address}/save/bring-back`}>
          <button type="submit" className="primary">
            {t('brand.studio.bring.back')}
          </button>
        </form>
      ) : (
        <>
          <form id="design" className="studio" method="post" action={`${address}/save/draft`} noValidate>
            <div className="studio-fields">
              <input type="hidden" name="basis" value={basis} />
              <p className="hint">{t('brand.studio.inherit.hint')}</p>
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
              <Section title={t('brand.section.colours')} open>
                {THEME_FIELDS.filter((token): token is ThemeColour => token !== 'radius').map((token) => (
                  <ColourField key={token} form={form} token={token} theme={shown.theme} />
                ))}
                <Choice
                  form={form}
                  path="theme/radius"
                  empty={t('brand.choice.inherit')}
                  options={['0px', '2px', '4px', '6px', '8px', '12px'].map((radius) => [radius, radius])}
                />
              </Section>
              <Section title={t('brand.section.footer')}>
                <Choice
                  form={form}
                  path="footerLayout"
                  empty={t('brand.choice.inherit')}
                  options={FOOTER_LAYOUTS.map((layout) => [layout, t(`brand.layout.${layout}`)])}
                />
                <p>
                  <a href={`/workspace/brands/${name}/texts?search=footer.`}>{t('brand.footer.by.language')}</a>
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
              <Section title={t('brand.section.languages')}>
                <fieldset>
                  <legend>{t('brand.field.locales')}</legend>
                  <div className="ticks">
                    {LOCALES.map((code) => (
                      <label key={code}>
                        <input
                          type="checkbox"
                          name={`locales/${code}`}
                          defaultChecked={content.locales.includes(code)}
                        />{' '}
                        {localeName(code, locale)}
                      </label>
                    ))}
                  </div>
                </fieldset>
                <div className="field">
                  <label htmlFor="locales">{t('brand.field.defaultLocale')}</label>
                  <select id="locales" name="defaultLocale" defaultValue={content.locales[0] ?? ''}>
                    <option value="">{t('brand.choice.inherit')}</option>
                    {LOCALES.map((code) => (
                      <option key={code} value={code}>
                        {localeName(code, locale)}
                      </option>
                    ))}
                  </select>
                </div>
              </Section>
              <Section title={t('brand.section.features')}>
                {FLAGS.map((flag) => (
                  <Choice key={flag} form={form} path={flag} empty={t('brand.choice.inherit')} options={yesNo} />
                ))}
                <TextInput form={form} path="fssoRedirectUrl" />
                <TextInput form={form} path="fssoLogoutUrl" />
              </Section>
              <Section title={t('brand.section.mail')}>
                <TextInput form={form} path="mailFromName" />
                <TextInput form={form} path="mailFromAddress" />
              </Section>
              <div className="studio-actions">
                <button type="submit">{t('brand.studio.save')}</button>
                <button type="submit" className="primary" formAction={`${address}/save/publish`}>
                  {t('brand.studio.publish')}
                </button>
                <a className="button to-previews" href="#previews">
                  {t('brand.preview.title')}
                </a>
                <span className="unsaved" id="unsaved" hidden>
                  {t('brand.studio.unsaved')}
                </span>
              </div>
            </div>
            <Previews address={address} shown={shown} />
          </form>
          <LiveStudio form="design" language={languageTag(locale)} />
          {draft && version > 0 && (
            <Confirmed
              action={`${address}/save/discard`}
              basis={basis}
              label={t('brand.studio.discard')}
              question={t('brand.studio.discard.question', { version })}
              confirm={t('brand.studio.discard.confirm')}
            />
          )}
          <Confirmed
            action={`${address}/save/archive`}
            basis={basis}
            label={t('brand.studio.archive')}
            question={t('brand.studio.archive.question', { brand: content.displayName })}
            confirm={t('brand.studio.archive.confirm')}
          />
        </>
      )}
    </BrandFrame>
  );
});

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

function Confirmed(props: { action: string; basis: string; label: string; question: string; confirm: string }) {
  return (
    <details className="confirm">
      <summary>{props.label}</summary>
      <form method="post" action={props.action}>
        <input type="hidden" name="basis" value={props.basis} />
        <p>{props.question}</p>
        <button type="submit" className="danger">
          {props.confirm}
        </button>
      </form>
    </details>
  );
}
