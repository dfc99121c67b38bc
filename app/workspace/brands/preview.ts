import type { Brand } from '@/lib/brands/directory';
import { errors } from '@/lib/core/http/answers';
import { isSameOrigin } from '@/lib/core/http/anti-forgery';
import { originOf } from '@/lib/core/http/origin';
import { isLocale, type Locale } from '@/lib/core/locales';
import { signedInActor } from '@/lib/identity/session-cookie';
import { openBrand } from '@/lib/studio/drafts';
import { withForm } from '@/lib/studio/form';
import { previewBrand } from '@/lib/studio/preview';
import { type SystemAdministrator, systemAdministrator } from '@/lib/studio/system-administrator';
import { formFields } from './studio-form';

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
  const handler: Handler = async (request, { params }) => {
    const posted = request.method === 'POST';
    if (posted && !isSameOrigin(request.headers)) return errors(403, [{ code: 'request.forged' }], request.headers);
    const actor = await signedInActor(request);
    const by = actor && (await systemAdministrator(actor, originOf(request.headers)));
    const brand = by && (await openBrand(by, (await params).name));
    if (!brand) return errors(404, [{ code: 'not.found' }], request.headers);
    const asked = posted ? await formFields(request) : Object.fromEntries(new URL(request.url).searchParams);
    const content = posted ? withForm(brand.content, asked) : brand.content;
    const shown = await previewBrand(by, brand.name, content, brand.published);
    const wanted = asked.previewLocale;
    const locale = isLocale(wanted) ? wanted : (shown.locales[0] as Locale);
    return show({ by, brand: shown, locale, asked });
  };
  return { GET: handler, POST: handler };
}
