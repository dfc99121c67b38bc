import { archiveBrand } from '@/lib/brand/studio/archive-brand';
import { resolveSetAside } from '@/lib/brand/studio/conflicts';
import { discardDraft, saveDraft } from '@/lib/brand/studio/drafts';
import { withForm } from '@/lib/brand/studio/form';
import { addHostname, hostnameSchema, removeHostname, verifyHostname } from '@/lib/brand/studio/hostnames';
import { publishDraft, restoreVersion } from '@/lib/brand/studio/publish-draft';
import type { SystemAdministrator } from '@/lib/brand/studio/system-administrator';
import type { Result } from '@/lib/core/entry/refusal';
import { originOf } from '@/lib/core/http/origin';
import { seeOther } from '@/lib/core/http/see-other';
import { isLocale } from '@/lib/core/language/locales';

interface Act {
  by: SystemAdministrator;
  name: string;
  form: Record<string, string>;
  request: Request;
}

/** Redirects to a page of the brand with a notice. */
function page(name: string, tab: string, said: Record<string, string> = {}): Response {
  const query = new URLSearchParams(said);
  return seeOther(
    `/workspace/brands/${encodeURIComponent(name)}${tab && `/${tab}`}${query.size > 0 ? `?${query}` : ''}`
  );
}

/** Redirects to a page that shows `done` or the refusal; a conflict has its own page. */
function told(name: string, tab: string, result: Result<unknown>, done: Record<string, string>): Response {
  if (result.ok) return page(name, tab, done);
  if (result.refusal.code === 'brand.conflict.title') return page(name, 'conflict');
  return page(name, tab, { problem: result.refusal.code });
}

/** The number of a version; 0, which no version has, if the text is not a number. */
export const versionOf = (text: string | undefined) => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : 0);

/** The page of texts that a form was sent from. */
const textsPage = (form: Record<string, string>): Record<string, string> => ({
  ...(isLocale(form.locale) && { locale: form.locale }),
  ...(form.search && { search: form.search.slice(0, 80) })
});

/** The actions of the studio's forms, by the last segment of their address. */
export const ACTIONS: Record<string, (act: Act) => Promise<Response>> = {
  async draft({ by, name, form }) {
    const saved = await saveDraft(by, { name, basis: form.basis ?? '' }, (content) => withForm(content, form));
    return told(name, '', saved, { done: 'saved' });
  },

  async texts({ by, name, form }) {
    const saved = await saveDraft(by, { name, basis: form.basis ?? '' }, (content) => withForm(content, form));
    return told(name, 'texts', saved, { ...textsPage(form), done: 'saved' });
  },

  /** Saves the form, then publishes it; a refused publication doesn't lose the edits. */
  async publish({ by, name, form, request }) {
    const saved = await saveDraft(by, { name, basis: form.basis ?? '' }, (content) => withForm(content, form));
    if (!saved.ok) return told(name, '', saved, {});
    const published = await publishDraft(by, { name, basis: saved.value }, originOf(request.headers));
    if (published.ok) return page(name, '', { done: 'published' });
    return page(name, '', {
      problem: published.refusal.code === 'brand.draft.changed' ? 'brand.draft.changed' : 'faults'
    });
  },

  async discard({ by, name, form }) {
    return told(name, '', await discardDraft(by, { name, basis: form.basis ?? '' }), { done: 'discarded' });
  },

  async archive({ by, name, request }) {
    return told(name, '', await archiveBrand(by, { name, archived: true }, originOf(request.headers)), {});
  },

  async 'bring-back'({ by, name, request }) {
    return told(name, '', await archiveBrand(by, { name, archived: false }, originOf(request.headers)), {});
  },

  async restore({ by, name, form, request }) {
    const versions = { version: versionOf(form.version), current: versionOf(form.current) };
    const restored = await restoreVersion(by, { name, ...versions }, originOf(request.headers));
    return told(name, 'history', restored, { done: 'published' });
  },

  async resolve({ by, name, form }) {
    const taken = Object.entries(form).flatMap(([field, choice]) =>
      field.startsWith('choice/') && choice === 'mine' ? [field.slice('choice/'.length)] : []
    );
    const resolved = await resolveSetAside(by, { name, basis: form.basis ?? '', taken });
    if (!resolved.ok) return page(name, 'conflict', { problem: resolved.refusal.code });
    return page(name, '', { done: 'saved' });
  },

  async 'add-hostname'({ by, name, form, request }) {
    const parsed = hostnameSchema.safeParse(form.hostname);
    if (!parsed.success) {
      const problem = parsed.error.issues[0]?.message ?? 'hostname.invalid';
      return page(name, 'hostnames', { problem, typed: (form.hostname ?? '').slice(0, 253) });
    }
    const hostname = parsed.data;
    const added = await addHostname(by, { brandName: name, hostname }, originOf(request.headers));
    if (added.ok) return page(name, 'hostnames');
    return page(name, 'hostnames', { problem: added.refusal.code, typed: hostname });
  },

  async 'verify-hostname'({ by, name, form, request }) {
    const hostname = form.hostname ?? '';
    const verified = await verifyHostname(by, { brandName: name, hostname }, originOf(request.headers));
    return told(name, 'hostnames', verified, {});
  },

  async 'remove-hostname'({ by, name, form, request }) {
    const hostname = form.hostname ?? '';
    return told(
      name,
      'hostnames',
      await removeHostname(by, { brandName: name, hostname }, originOf(request.headers)),
      {}
    );
  }
};
