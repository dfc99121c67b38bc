import type { Brand } from '@/lib/brands/directory';
import { errors } from '@/lib/core/http/answers';
import { originOf } from '@/lib/core/http/origin';
import { isLocale, type Locale } from '@/lib/core/locales';
import { signedInActor } from '@/lib/identity/session-cookie';
import { openBrand } from '@/lib/studio/drafts';
import { withForm } from '@/lib/studio/form';
import { previewBrand } from '@/lib/studio/preview';
import { type SystemAdministrator, systemAdministrator } from '@/lib/studio/system-administrator';
import { formFields, studioForm } from './studio-form';

interface Preview {
  by: SystemAdministrator;
  brand: Brand;
  locale: Locale;
  /** What the form or the address says beside the brand. */
  asked: Record<string, string>;
}

type Handler = (request: Request, context: { params: Promise<{ name: string }> }) => Promise<Response>;

/**
 * A document that shows a brand as it would be: GET the saved draft, POST what a form holds and nobody has
 * saved. Nothing is written.
 */
export function preview(show: (preview: Preview) => Promise<Response>): { GET: Handler; POST: Handler } {
  const answer = async (by: SystemAdministrator, name: string, asked: Record<string, string>, request: Request) => {
    const opened = await openBrand(by, name);
    if (!opened) return errors(404, [{ code: 'not.found' }], request);
    const content = request.method === 'POST' ? withForm(opened.content, asked) : opened.content;
    const brand = await previewBrand(by, name, content, opened.published);
    const wanted = asked.previewLocale;
    return show({ by, brand, locale: isLocale(wanted) ? wanted : (brand.locales[0] as Locale), asked });
  };
  return {
    async GET(request, { params }) {
      const actor = await signedInActor(request);
      const by = actor && (await systemAdministrator(actor, originOf(request.headers)));
      if (!by) return errors(404, [{ code: 'not.found' }], request);
      return answer(by, (await params).name, Object.fromEntries(new URL(request.url).searchParams), request);
    },
    POST: studioForm(formFields, (by, asked, { name = '' }, request) => answer(by, name, asked, request))
  };
}
