import './inbox.css';
import { may } from '@/lib/access/policy/principal';
import { isId } from '@/lib/core/secrets/ids';
import { INBOX_KINDS, INBOX_PAGE, INBOX_VIEWS, type InboxKind, inboxCounts, inboxOf } from '@/lib/kit/inbox/inbox';
import { signedInWith } from '../signed-in';
import { titled } from '../titled';
import { Empty } from '../ui/empty';
import { Link } from '../ui/link';
import { DoneNotice } from '../ui/notice';
import { PageHead } from '../ui/page-head';
import { Tabs } from '../ui/tabs';
import { workspacePage } from '../workspace-page';
import { InboxLine } from './inbox-line';

export const generateMetadata = titled('inbox.title');

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const PAGE = '/workspace/inbox';

/** The entry that a page of the inbox begins after, from its address: its time and its id. */
function afterOf(asked: string | string[] | undefined) {
  const [time = '', id = ''] = typeof asked === 'string' ? asked.split('~') : [];
  const at = new Date(time);
  return isId(id) && !Number.isNaN(at.getTime()) ? { at, id } : undefined;
}

/** The reader's inbox: messages addressed to them, and what the product tells them (C1.008, C2.005). */
export default workspacePage(async function InboxPage({ searchParams }: Props) {
  const { principal, t, format } = await signedInWith('inbox');
  const query = await searchParams;
  const view = INBOX_VIEWS.find((one) => one === query.view) ?? 'all';
  const only = INBOX_KINDS.find((one) => one === query.kind);
  const [found, counts] = await Promise.all([
    inboxOf(principal, { view, only, after: afterOf(query.after) }),
    inboxCounts(principal, view)
  ]);
  const addressOf = (kind: InboxKind | undefined, more: Record<string, string> = {}) =>
    `${PAGE}?${new URLSearchParams({ view, ...(kind && { kind }), ...more })}`;
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const shown = INBOX_KINDS.filter((kind) => counts.has(kind) || kind === only);
  const entries = found.slice(0, INBOX_PAGE);
  const last = entries.at(-1);
  return (
    <>
      <PageHead
        title={t('inbox.title')}
        actions={
          <>
            {may(principal, 'messages', 'view') && (
              <Link className="button" href={`${PAGE}/sent`}>
                {t('inbox.sent')}
              </Link>
            )}
            {may(principal, 'messages', 'modify') && (
              <Link className="button primary" href={`${PAGE}/new`}>
                {t('inbox.new')}
              </Link>
            )}
          </>
        }
      />
      <DoneNotice
        query={query}
        texts={{ archived: t('inbox.archived'), restored: t('inbox.restored'), confirmed: t('inbox.confirmed') }}
      />
      <DoneNotice query={query} texts={{ expired: t('inbox.expired') }} kind="problem" />
      <Tabs
        label={t('inbox.views')}
        tabs={INBOX_VIEWS.map((one) => ({
          href: one === 'all' ? PAGE : `${PAGE}?view=${one}`,
          label: t(`inbox.view.${one}`),
          current: one === view
        }))}
      />
      {(shown.length > 1 || only) && (
        <nav className="inbox-kinds" aria-label={t('inbox.kinds')}>
          {[undefined, ...shown].map((kind) => (
            <Link
              key={kind ?? 'every'}
              className="button small"
              href={addressOf(kind)}
              aria-current={kind === only ? 'true' : undefined}
            >
              {t(`inbox.kind.${kind ?? 'every'}`)}
              <span className="tab-count">{format.number(kind ? (counts.get(kind) ?? 0) : all)}</span>
            </Link>
          ))}
        </nav>
      )}
      {entries.length === 0 ? (
        <Empty title={t(only ? 'inbox.none.kind' : `inbox.none.${view}`)} />
      ) : (
        <section className="panel" aria-label={t(`inbox.view.${view}`)}>
          <ul className="records inbox">
            {entries.map((entry) => (
              <InboxLine
                key={entry.id}
                entry={entry}
                {...{ view, only }}
                texts={{ failed: t('save.failed'), serverDown: t('server.down') }}
                {...{ t, format }}
              />
            ))}
          </ul>
        </section>
      )}
      {found.length > INBOX_PAGE && last && (
        <Link className="button" href={addressOf(only, { after: `${last.at.toISOString()}~${last.id}` })}>
          {t('inbox.older')}
        </Link>
      )}
    </>
  );
});
