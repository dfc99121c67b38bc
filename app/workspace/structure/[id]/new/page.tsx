import { notFound } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import { languageTag } from '@/lib/core/language/locales';
import { programOptionChoices } from '@/lib/directory/programs/program-options';
import { accountListsOf } from '@/lib/directory/structure/account-lists';
import { seenCompany } from '@/lib/directory/structure/companies';
import { childKinds } from '@/lib/directory/structure/kinds';
import { todayIn } from '@/lib/kit/listing/issuer-days';
import type { SearchParams } from '@/lib/kit/listing/query';
import { signedInPrincipal } from '../../../signed-in';
import { titled } from '../../../titled';
import { PageHead } from '../../../ui/page-head';
import { RecordForm } from '../../../ui/record-form';
import { workspacePage } from '../../../workspace-page';
import { create } from '../../actions';
import { accountFields, nodeFields } from '../../node-fields';
import { nodeOfPage, trailOf } from '../node-page';

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

export const generateMetadata = titled('structure.title');

/** A new node or account below another. */
export default workspacePage(async function NewNodePage({ params, searchParams }: Props) {
  const { principal, t, locale, timeZone } = await signedInPrincipal();
  const { node, steps } = await nodeOfPage(principal, (await params).id);
  const { kind: asked } = await searchParams;
  const kind = childKinds(node.kind).find((candidate) => candidate === asked);
  if (!kind || !may(principal, kind === 'account' ? 'accounts' : 'structure', 'modify')) notFound();
  const tag = languageTag(locale);
  const options = kind === 'company' ? await programOptionChoices(principal, node.issuerId) : [];
  const company = node.companyId ? await seenCompany(principal, node.companyId) : null;
  const lists = kind === 'account' ? await accountListsOf(node.issuerId) : undefined;
  return (
    <>
      <PageHead title={t(`structure.new.${kind}`)} trail={trailOf(t, principal, steps, node)} />
      <section className="panel">
        <RecordForm
          action={create}
          fields={kind === 'account' ? accountFields(t, tag, true, { lists }) : nodeFields(kind, t, tag, options)}
          values={{ fiscalStart: '1', openedOn: todayIn(timeZone), currency: company?.currency }}
          submitLabel={t(`structure.add.${kind}`)}
          cancelHref={`/workspace/structure/${node.id}`}
          hidden={{ kind, parentId: node.id }}
        />
      </section>
    </>
  );
});
