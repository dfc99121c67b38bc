import type { Translate } from '@/lib/core/language/texts';
import type { Topic } from '@/lib/directory/resources/topics';
import { find } from './actions';

interface Props {
  t: Translate;
  /** What was searched last. */
  text: string;
  topic: Topic | undefined;
  /** Why it isn't searched, said at the field (C2.029). */
  fault: string | null;
}

/** The search of the resource centre, within the chosen topic. */
export function ResourceSearch({ t, text, topic, fault }: Props) {
  return (
    <search aria-label={t('resource.search')}>
      <form action={find} className="resource-search">
        {topic && <input type="hidden" name="topic" value={topic} />}
        <div className="field">
          <label htmlFor="resource-q">{t('resource.search')}</label>
          <input
            id="resource-q"
            type="search"
            name="q"
            defaultValue={text}
            maxLength={100}
            autoComplete="off"
            aria-invalid={fault ? true : undefined}
            aria-describedby={fault ? 'resource-q-error' : undefined}
          />
          {fault && (
            <p id="resource-q-error" className="field-error" role="alert">
              {fault}
            </p>
          )}
        </div>
        <button type="submit">{t('search.button')}</button>
      </form>
    </search>
  );
}
