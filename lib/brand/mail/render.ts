import { isLocale, type Locale, languageTag } from '../../core/language/locales';
import { translator } from '../../core/language/texts';
import { footerIn } from '../brands/complete';
import { contrast } from '../brands/contrast';
import type { Brand } from '../brands/directory';
import { findBrand } from '../brands/resolve';
import { type Block, TEMPLATES, type TemplateName } from './templates';

/** A file that is kept for some time, by its id, and how a mail names it. */
export interface AttachedFile {
  fileId: string;
  name: string;
  mediaType: string;
}

/** A queued mail: all data for rendering it, and the recipient. */
export interface Mail {
  template: TemplateName;
  /** Null: no recipient; all steps but the last run, so that the time reveals nothing (PD.2). */
  to: string | null;
  /** Full name for the greeting. */
  name: string;
  brandName: string;
  locale: string;
  params: Record<string, string | number>;
  /** Lines below its first block, each with the page that it leads to, if there is a host name for one. */
  lines?: { text: string; address: string | null }[];
  /** An instant shown in the text as {time}, or its day as {date}, in the reader's language and `timeZone`. */
  at?: string;
  timeZone?: string;
  /** The image at its end: a file of the issuer (C5.066). */
  footerId?: string;
  /** A file of JSON that is attached. */
  attached?: { name: string; content: string };
  /** A kept file of the issuer that is attached: without it the mail isn't sent. */
  attachedFile?: AttachedFile;
  /** After this time it has no use and isn't sent. */
  expiresAt?: string;
}

export interface RenderedMail {
  from: { name: string; address: string | null };
  subject: string;
  html: string;
  text: string;
  /** The file of the brand's logo (brandImage), which the HTML shows as `cid:logo`; null: it has none for mails. */
  logo: string | null;
}

/** The locale of a mail: the requested one if the brand offers it, else the brand's first. */
export function mailLocale(brand: Brand, wanted: string | null | undefined): Locale {
  return isLocale(wanted ?? undefined) && brand.locales.includes(wanted as Locale)
    ? (wanted as Locale)
    : (brand.locales[0] ?? 'en_US');
}

/** Renders a mail as text and HTML, in its brand's name, colours and language. */
export async function renderMail(mail: Mail, defaultBrand: string): Promise<RenderedMail> {
  const brand = (await findBrand(mail.brandName)) ?? (await findBrand(defaultBrand));
  if (!brand) throw new Error('there is no brand to write a mail for');
  return renderMailOf(brand, mail);
}

/** Renders a mail of a loaded brand. */
export function renderMailOf(brand: Brand, mail: Omit<Mail, 'to' | 'brandName'>): RenderedMail {
  const locale = mailLocale(brand, mail.locale);
  const t = translator(locale, brand.texts[locale]);
  const tag = languageTag(locale);
  const params = { app: brand.appName, ...mail.params, ...(mail.at && instantIn(tag, mail.at, mail.timeZone)) };
  const { subject, blocks: own } = TEMPLATES[mail.template](t, params);
  const lines = (mail.lines ?? []).map((line): Block => ({ kind: 'line', ...line }));
  const blocks = [...own.slice(0, 1), ...lines, ...own.slice(1)];
  const greeting = t('mail.greeting', { name: mail.name });
  const closing = [t('mail.automatic'), footerIn(brand, locale).copyrightMessage].filter(Boolean) as string[];
  // Mail programs don't show SVG.
  const logo = brand.images.has('logo/image/png') ? `${brand.abbreviation}.png` : null;
  return {
    logo,
    from: { name: brand.mailFromName, address: brand.mailFromAddress },
    subject,
    text: [greeting, ...blocks.map(asText), '-- ', brand.displayName, ...closing].join('\n\n'),
    html: html({
      brand,
      tag,
      subject,
      greeting,
      blocks,
      closing,
      hasLogo: logo !== null,
      hasFooter: mail.footerId !== undefined
    })
  };
}

/** An instant as texts tell it: with its time, and its day alone. */
function instantIn(tag: string, at: string, timeZone = 'UTC'): { time: string; date: string } {
  const formatted = (style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone, ...style }).format(new Date(at));
  return { time: formatted({ timeStyle: 'long' }), date: formatted({}) };
}

function asText(block: Block): string {
  if (block.kind === 'line') return `- ${block.text}${block.address ? `\n  ${block.address}` : ''}`;
  if (block.kind === 'button') return `${block.label}:\n${block.address}`;
  return block.kind === 'code' ? `    ${block.text}` : block.text;
}

/** The Content-IDs of the brand's logo and of the graphic at the end. */
export const LOGO = 'logo';
export const FOOTER = 'footer';

const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`).replaceAll('\n', '<br>');

// Mail programs know tables and inline styles, and little else.
function html(page: {
  brand: Brand;
  tag: string;
  subject: string;
  greeting: string;
  blocks: Block[];
  closing: string[];
  hasLogo: boolean;
  hasFooter: boolean;
}): string {
  const { theme, displayName } = page.brand;
  const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif";
  const onHeader =
    contrast('#ffffff', theme.headerBackground) > contrast(theme.text, theme.headerBackground) ? '#ffffff' : theme.text;
  const paragraph = (content: string, style = '') =>
    `<p style="margin:0 0 16px;font-size:16px;line-height:1.5;${style}">${content}</p>`;
  const blocks = page.blocks.map((block) => {
    if (block.kind === 'text') return paragraph(escapeHtml(block.text));
    if (block.kind === 'line') {
      const words = escapeHtml(block.text);
      return paragraph(
        block.address ? `<a href="${escapeHtml(block.address)}" style="color:${theme.primary}">${words}</a>` : words
      );
    }
    if (block.kind === 'code') {
      const style = `padding:16px;font-family:ui-monospace,Consolas,monospace;font-size:26px;letter-spacing:3px;text-align:center;background:${theme.background};border:1px solid ${theme.border};border-radius:${theme.radius};`;
      return paragraph(escapeHtml(block.text), style);
    }
    const style = `display:inline-block;padding:12px 24px;font-size:16px;font-weight:600;color:${theme.onPrimary};background:${theme.primary};border-radius:${theme.radius};text-decoration:none`;
    const address = escapeHtml(block.address);
    return `${paragraph(`<a href="${address}" style="${style}">${escapeHtml(block.label)}</a>`)}
${paragraph(address, `font-size:13px;word-break:break-all;color:${theme.mutedText};`)}`;
  });
  return `<!doctype html><html lang="${page.tag}" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(page.subject)}</title></head>
<body style="margin:0;background:${theme.background};color:${theme.text};${font}">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:560px;background:${theme.surface};border:1px solid ${theme.border}">
<tr><td style="padding:20px 28px;background:${theme.headerBackground};border-bottom:4px solid ${theme.accent};color:${onHeader};font-size:20px;font-weight:700">${page.hasLogo ? `<img src="cid:${LOGO}" alt="${escapeHtml(displayName)}" height="36" style="display:block;height:36px;border:0">` : escapeHtml(displayName)}</td></tr>
<tr><td style="padding:28px 28px 12px"><h1 style="margin:0 0 20px;font-size:22px;line-height:1.3">${escapeHtml(page.subject)}</h1>
${paragraph(escapeHtml(page.greeting))}
${blocks.join('\n')}
${page.hasFooter ? `<img src="cid:${FOOTER}" alt="" style="max-width:100%">` : ''}
</td></tr>
<tr><td style="padding:16px 28px;color:${theme.footerText};background:${theme.footerBackground};font-size:13px;line-height:1.5">${page.closing.map(escapeHtml).join('<br>')}</td></tr>
</table></td></tr></table></body></html>`;
}
