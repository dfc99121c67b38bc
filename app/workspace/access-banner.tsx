import './access-banner.css';
import type { Translate } from '@/lib/core/language/texts';
import { endViewAsUser } from './people/access/actions';
import { ActionForm } from './ui/action-form';
import { failureTexts } from './ui/form-texts';

/** Shows on every page which user an administrator is viewing as, with a button to stop (C6.017). */
export function AccessBanner({ name, t }: { name: string; t: Translate }) {
  return (
    <section className="access-banner" aria-label={t('access.as.user.banner.label')}>
      <p>{t('access.as.user.banner', { name })}</p>
      <ActionForm action={endViewAsUser} texts={failureTexts(t)} leaves>
        <button type="submit">{t('access.as.user.end')}</button>
      </ActionForm>
    </section>
  );
}
