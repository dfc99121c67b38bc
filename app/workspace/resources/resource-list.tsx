import Download from 'lucide-react/icons/download';
import ExternalLink from 'lucide-react/icons/external-link';
import { isLocale, type Locale, languageTag, localeName } from '@/lib/core/language/locales';
import type { Translate } from '@/lib/core/language/texts';
import type { Guide } from '@/lib/directory/resources/guides';
import type { Resource } from '@/lib/directory/resources/resources';
import { TOPIC_NAMES } from '@/lib/directory/resources/topics';
import { Badge } from '../ui/badge';
import { Empty } from '../ui/empty';
import type { Formats } from '../ui/formats';
import { Link } from '../ui/link';

interface Reader {
  t: Translate;
  format: Formats;
  locale: Locale;
  /** When the reader's visit before this one ended; null: this is the first. */
  before: Date | null;
}

/** Resources and the product's guides below the headings of their topics; each opens its link, its file or its page. */
export function ResourceList({
  resources,
  guides,
  isSearch,
  ...reader
}: Reader & { resources: readonly Resource[]; guides: readonly Guide[]; isSearch: boolean }) {
  const { t } = reader;
  if (resources.length === 0 && guides.length === 0)
    return (
      <Empty title={t(isSearch ? 'resource.none.found' : 'resource.none')}>
        <p>{t(isSearch ? 'resource.none.found.advice' : 'resource.none.advice')}</p>
      </Empty>
    );
  return TOPIC_NAMES.map((topic) => {
    const own = resources.filter((resource) => resource.topic === topic);
    const ours = guides.filter((guide) => guide.topic === topic);
    if (own.length === 0 && ours.length === 0) return null;
    return (
      <section key={topic} className="resource-topic" aria-labelledby={`topic-${topic}`}>
        <h2 id={`topic-${topic}`}>{t(`setup.entity.resource.field.topic.option.${topic}`)}</h2>
        <ul className="cards">
          {own.map((resource) => (
            <ResourceCard key={resource.id} resource={resource} {...reader} />
          ))}
          {ours.map(({ name, title, about }) => (
            <li key={name} className="resource">
              <h3>
                <Link href={`/workspace/resources/guides/${name}`}>{title}</Link>
              </h3>
              <p>{about}</p>
              <p className="support muted">{t('resource.guide')}</p>
            </li>
          ))}
        </ul>
      </section>
    );
  });
}

function ResourceCard({ resource, t, format, locale, before }: Reader & { resource: Resource }) {
  const { id, name, description, language, link, fileName, fileSize, createdAt, isManaged } = resource;
  return (
    <li className="resource">
      <h3>
        {link ? (
          <a href={`/workspace/resources/${id}/link`} target="_blank" rel="noopener noreferrer">
            {name}
            <ExternalLink size={14} aria-hidden="true" />
            <span className="visually-hidden"> ({t('resource.new.tab')})</span>
          </a>
        ) : (
          <a href={`/workspace/resources/${id}/file`} download>
            {name}
            <Download size={14} aria-hidden="true" />
          </a>
        )}{' '}
        {isLocale(language ?? undefined) && (
          <Badge>
            <span lang={languageTag(language as Locale)}>{localeName(language as Locale, locale)}</span>
          </Badge>
        )}{' '}
        {before && createdAt > before && <Badge tone="info">{t('resource.new')}</Badge>}
      </h3>
      {description && <p>{description}</p>}
      <p className="support muted">
        {link
          ? new URL(link).hostname
          : `${fileName} · ${t('resource.size', { size: format.number(sizeOf(fileSize)) })}`}
      </p>
      {isManaged && (
        <p className="support">
          <Link href={`/workspace/resources/${id}/opened`}>{t('resource.opened')}</Link>
        </p>
      )}
    </li>
  );
}

/** A file's size in kilobytes, at least one. */
const sizeOf = (bytes: number | null) => Math.max(1, Math.round((bytes ?? 0) / 1024));
