import type { Metadata } from 'next';
import { newBrandSchema } from '@/lib/brand/studio/create-brand';
import { openBrand } from '@/lib/brand/studio/drafts';
import type { Refusal } from '@/lib/core/entry/refusal';
import { keyOfMessage } from '@/lib/core/language/texts';
import { Notice } from '../../ui/notice';
import { workspacePage } from '../../workspace-page';
import { administrator } from '../administrator';
import { type FormContext, TextInput } from '../fields';
import { type Query, single } from '../frame';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await administrator();
  return { title: `${t('brand.studio.create')} – ${brand.appName}` };
}

const FIELDS = ['name', 'abbreviation', 'displayName'];
const TAKEN: Refusal[] = [
  { code: 'brand.name.taken', field: 'name' },
  { code: 'brand.abbreviation.taken', field: 'abbreviation' }
];

/** The faults of a returned form, computed again from its values. */
function faultsOf(query: Query, typed: Record<string, string>): Refusal[] {
  const refused = single(query, 'refused') ?? '';
  if (refused === 'invalid') {
    const issues = newBrandSchema.safeParse(typed).error?.issues ?? [];
    return issues.map(({ message, path }) => ({ code: keyOfMessage(message), field: String(path[0]) }));
  }
  return TAKEN.filter(({ code }) => code === refused);
}

/** A new brand, empty or as a copy. */
export default workspacePage(async function NewBrandPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { by, locale, t } = await administrator();
  const query = await searchParams;
  const from = single(query, 'from') ?? '';
  const source = from ? await openBrand(by, from) : null;
  const values = Object.fromEntries(FIELDS.map((field) => [field, single(query, field) ?? '']));
  const form: FormContext = { t, locale, values, inherited: {}, faults: faultsOf(query, values) };
  return (
    <>
      <div className="studio-head">
        <p>
          <a href="/workspace/brands">{t('brand.studio.title')}</a>
        </p>
        <h1>
          {source ? t('brand.studio.copy.title', { brand: source.content.displayName }) : t('brand.studio.create')}
        </h1>
      </div>
      <form className="panel narrow" method="post" action="/workspace/brands/new/create">
        <p>{t('brand.studio.create.hint')}</p>
        {form.faults.length > 0 && <Notice kind="problem">{t('error.count', { count: form.faults.length })}</Notice>}
        <input type="hidden" name="from" value={source?.name ?? ''} />
        <TextInput form={form} path="displayName" required />
        <TextInput form={form} path="name" required hint={t('brand.name.hint')} />
        <TextInput form={form} path="abbreviation" required hint={t('brand.abbreviation.hint')} />
        <button type="submit" className="primary">
          {t('brand.studio.create')}
        </button>
      </form>
    </>
  );
});
