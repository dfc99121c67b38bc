import { notFound } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import { languageTag } from '@/lib/core/language/locales';
import { programOptionChoices } from '@/lib/directory/programs/program-options';
import { accountListsOf } from '@/lib/directory/structure/account-lists';
import { seenAccount } from '@/lib/directory/structure/accounts';
import { seenCompany } from '@/lib/directory/structure/companies';
import { signedInPrincipal } from '../../../signed-in';
import { titled } from '../../../titled';
import { PageHead } from '../../../ui/page-head';
import { RecordForm } from '../../../ui/record-form';
import { workspacePage } from '../../../workspace-page';
import { change } from '../../actions';
import { accountFields, nodeFields } from '../../node-fields';
import { nameOf, nodeOfPage, trailOf } from '../node-page';

export const generateMetadata = titled('structure.change');

/** Edits a node or an account. */
export default workspacePage(async function ChangeNodePage({ params }: { params: Promise<{ id: string }> }) {
  const { principal, t, locale } = await signedInPrincipal();
  const { node, steps } = await nodeOfPage(principal, (await params).id);
  const { kind, id, version } = node;
  if (kind === 'issuer' || !may(principal, kind === 'account' ? 'accounts' : 'structure', 'modify')) notFound();
  const tag = languageTag(locale);
  const options = kind === 'company' ? await programOptionChoices(principal, node.issuerId) : [];
  const [account, company] = [
    kind === 'account' ? await seenAccount(principal, id) : null,
    kind === 'company' ? await seenCompany(principal, id) : null
  ];
  const lists = account ? await accountListsOf(node.issuerId) : undefined;
  return (
    <>
      <PageHead
        title={t('structure.change.title', { name: nameOf(node) })}
        trail={trailOf(t, principal, steps, node)}
      />
      <section className="panel">
        <RecordForm
          action={change}
          fields={
            kind === 'account' ? accountFields(t, tag, false, { lists, account }) : nodeFields(kind, t, tag, options)
          }
          values={{
            ...node,
            level: node.level && String(node.level),
            ...company,
            fiscalStart: company && String(company.fiscalStart),
            ...account
          }}
          version={version}
          submitLabel={t('form.save')}
          cancelHref={`/workspace/structure/${id}`}
          hidden={{ kind, id }}
        />
      </section>
    </>
  );
});
