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
import { Notice } from '../../ui/notice';
import { workspacePage } from '../../workspace-page';
import { DesignSections } from '../design-sections';
import { type FormContext, fieldId } from '../fields';
import { BrandFrame, brandPage, type Query, single } from '../frame';
import { fieldLabel } from '../labels';
import { LiveStudio } from '../live-studio';
import { Previews } from '../previews';

type Props = { params: Promise<{ name: string }>; searchParams: Promise<Query> };

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { opened, t } = await brandPage(params, searchParams);
  return { title: `${opened.content.displayName} – ${t('brand.studio.title')}` };
}

/** The design of a brand: all its fields, beside previews of its sign-in page and mails. */
export default workspacePage(async function BrandDesignPage({ params, searchParams }: Props) {
  const { by, t, locale, opened, query } = await brandPage(params, searchParams);
  const { name, content, published, version, basis, draft, status } = opened;
  const address = `/workspace/brands/${name}`;
  const [shown, parents, faults] = await Promise.all([
    previewBrand(by, name, content, published),
    possibleParents(by, name),
    publicationFaults(by, opened)
  ]);
  const form: FormContext = { t, locale, values: leavesOf(content), inherited: inheritedOf(shown), faults };
  const refused = single(query, 'problem') === 'faults';
  return (
    <BrandFrame opened={opened} tab="design" query={query}>
      {refused && faults.length > 0 && <Faults address={address} form={form} />}
      {status === 'retired' ? (
        <BringBack t={t} address={address} />
      ) : (
        <>
          <form id="design" className="studio" method="post" action={`${address}/save/draft`} noValidate>
            <div className="studio-fields">
              <input type="hidden" name="basis" value={basis} />
              <p className="hint">{t('brand.studio.inherit.hint')}</p>
              <DesignSections form={form} opened={opened} theme={shown.theme} parents={parents} />
              <DesignActions t={t} address={address} />
            </div>
            <Previews address={address} shown={shown} />
          </form>
          <LiveStudio form="design" language={languageTag(locale)} texts={formTextsOf(t)} />
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

/** What the fields of a brand show where they are empty. */
const inheritedOf = (shown: Brand) => ({
  ...Object.fromEntries(THEME_FIELDS.map((token) => [`theme/${token}`, shown.theme[token]])),
  ...Object.fromEntries(Object.entries(shown.footer).map(([field, value]) => [`footer/${field}`, value])),
  appName: shown.appName,
  signInToLabel: shown.signInToLabel ?? '',
  mailFromName: shown.mailFromName
});

/** What keeps the brand from being published, each leading to its field. */
function Faults({ address, form: { t, locale, faults } }: { address: string; form: FormContext }) {
  return (
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
  );
}

interface ToBrand {
  t: Translate;
  /** The address of the brand's pages. */
  address: string;
}

/** The way back of an archived brand. */
function BringBack({ t, address }: ToBrand) {
  return (
    <form method="post" action={`${address}/save/bring-back`}>
      <button type="submit" className="primary">
        {t('brand.studio.bring.back')}
      </button>
    </form>
  );
}

/** What is done with what the form holds. */
function DesignActions({ t, address }: ToBrand) {
  return (
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
