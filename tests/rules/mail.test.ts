import { type Brand, rereadBrands } from '@/lib/brand/brands/directory';
import { findBrand } from '@/lib/brand/brands/resolve';
import { type Mail, mailLocale, renderMail } from '@/lib/brand/mail/render';
import { transportTo } from '@/lib/brand/mail/send-mail';
import { TEMPLATES, type TemplateName } from '@/lib/brand/mail/templates';
import { LOCALES, type Locale, languageTag } from '@/lib/core/language/locales';
import { bundleTexts } from '@/lib/core/language/texts';
import { useDatabase } from '../support/module-world';

const database = useDatabase({ seeded: true });

const ADDRESS = 'https://cards.bank.example/sdportal/change-password-token-component?cobrandHost=x&token=a_b-c';
const LINK = { userId: 'thea', requester: 'Anna Lindqvist', primaryUserId: 'anna', days: 30, address: ADDRESS };
const DECIDED = { reference: 'D-000123', merchant: 'Harbour Hotel', note: 'The merchant has agreed' };
const REQUESTED = { number: 'PR-000123', supplier: 'Nordlys Hotell', comment: 'One night only' };
const PAID = { number: 'PR-000123', company: 'Fjord Line', amount: 'NOK 1150.00' };
const REPORTED = { owner: 'Ada Berg', title: 'Oslo, March' };
/** The parameters of each mail, and those that its text must contain. */
const PARAMS: Record<TemplateName, { params: Mail['params']; shows: string[] }> = {
  one_time_pin: { params: { code: '048213', minutes: 15 }, shows: ['048213', '15'] },
  password_reset_link: { params: { address: ADDRESS, minutes: 15 }, shows: [ADDRESS, '15'] },
  token_reset_link: { params: { address: ADDRESS, minutes: 15 }, shows: [ADDRESS, '15'] },
  temporary_password: { params: { password: 'kwhm-7342-qexp', hours: 24 }, shows: ['kwhm-7342-qexp', '24'] },
  user_created: { params: { userId: 'RobinExample', address: ADDRESS }, shows: ['RobinExample', ADDRESS] },
  registration_link: { params: { address: ADDRESS, minutes: 60 }, shows: [ADDRESS, '60'] },
  registration_completed: { params: {}, shows: [] },
  application_accepted: { params: {}, shows: [] },
  registration_declined: { params: { reason: 'Registered already' }, shows: ['Registered already'] },
  soft_token_issued: { params: {}, shows: [] },
  soft_token_handed_out: { params: {}, shows: [] },
  challenge_changed: { params: {}, shows: [] },
  event: { params: { event: 'account_closed', about: 'Robin •••• 4711' }, shows: ['Robin •••• 4711'] },
  password_changed: { params: {}, shows: [] },
  password_expires: { params: { address: ADDRESS }, shows: [ADDRESS] },
  email_changed: { params: {}, shows: [] },
  user_id_changed: { params: {}, shows: [] },
  link_code: {
    params: { code: '123456', minutes: 15, userId: 'thea', requester: 'Anna Lindqvist', primaryUserId: 'anna' },
    shows: ['123456', '15', 'thea', 'Anna Lindqvist', 'anna']
  },
  link_requested: { params: LINK, shows: Object.values(LINK).map(String) },
  link_confirmed: { params: LINK, shows: Object.values(LINK).map(String) },
  user_linked: { params: {}, shows: [] },
  user_unlinked: { params: {}, shows: [] },
  token_pin_changed: { params: {}, shows: [] },
  report_approved: { params: REPORTED, shows: [REPORTED.title] },
  report_declined: { params: { ...REPORTED, reason: 'Two nights' }, shows: [REPORTED.title, 'Two nights'] },
  alert_charge: {
    params: { name: 'Large ones', merchant: 'Inn', amount: 'EUR 12.00', card: '•••• 4242', address: ADDRESS },
    shows: ['Inn', 'EUR 12.00', '•••• 4242', ADDRESS]
  },
  alert_total: {
    params: { name: 'My month', place: 'Works', amount: 'EUR 90.00', limit: 'EUR 80.00', address: ADDRESS },
    shows: ['Works', 'EUR 90.00', 'EUR 80.00', ADDRESS]
  },
  alert_declined: {
    params: { name: 'Declined', merchant: 'Inn', amount: 'NOK 12.00', card: '•••• 4242', address: ADDRESS },
    shows: ['Inn', 'NOK 12.00', '•••• 4242', ADDRESS]
  },
  alert_unreviewed: {
    params: { name: 'Late', merchant: 'Inn', amount: 'EUR 12.00', days: 5, address: ADDRESS },
    shows: ['Inn', 'EUR 12.00', ADDRESS]
  },
  alert_no_receipt: {
    params: { name: 'Late', merchant: 'Inn', amount: 'EUR 12.00', days: 5, address: ADDRESS },
    shows: ['Inn', 'EUR 12.00', ADDRESS]
  },
  notices: { params: {}, shows: [] },
  alert_many: { params: { name: 'Hotels', count: 7, address: ADDRESS }, shows: ['7', ADDRESS] },
  report_attached: {
    params: { title: 'Oslo', due: '2026-11-02 07:00', owner: 'Ada Berg' },
    shows: ['Oslo', '2026-11-02 07:00', 'Ada Berg']
  },
  report_ready: {
    params: { title: 'Oslo', due: '2026-11-02 07:00', late: 1, address: ADDRESS },
    shows: ['Oslo', '2026-11-02 07:00', ADDRESS]
  },
  report_rerouted: { params: REPORTED, shows: [REPORTED.title] },
  report_submitted: { params: REPORTED, shows: Object.values(REPORTED) },
  dispute_won: { params: DECIDED, shows: Object.values(DECIDED) },
  dispute_partly_won: { params: DECIDED, shows: Object.values(DECIDED) },
  dispute_refunded: { params: DECIDED, shows: Object.values(DECIDED) },
  dispute_past_time: { params: DECIDED, shows: Object.values(DECIDED) },
  dispute_lost: { params: DECIDED, shows: Object.values(DECIDED) },
  payment_returned: { params: { reference: 'P-000123' }, shows: ['P-000123'] },
  receipts_taken: { params: {}, shows: [] },
  receipts_none: { params: {}, shows: [] },
  repayment_account_changed: { params: {}, shows: [] },
  repayment_returned: { params: { reference: 'R-000123' }, shows: ['R-000123'] },
  passkey_added: { params: {}, shows: [] },
  passkey_removed: { params: {}, shows: [] },
  sign_in_locked: { params: {}, shows: [] },
  purchase_approved: { params: REQUESTED, shows: Object.values(REQUESTED) },
  supplier_link: {
    params: { ...PAID, days: 14, address: 'https://cards.example/order' },
    shows: [...Object.values(PAID), '14', 'https://cards.example/order']
  },
  integrator_delivery: { params: { name: 'Ledger hub' }, shows: ['Ledger hub'] },
  supplier_paid: { params: PAID, shows: Object.values(PAID) },
  purchase_declined: { params: REQUESTED, shows: Object.values(REQUESTED) }
};
const NAMES = Object.keys(TEMPLATES) as TemplateName[];
/** Mails that say how long something holds, on what day something ends, or what was decided, rather than when something happened. */
const tellsNoTime = (name: TemplateName) =>
  PARAMS[name].params.minutes !== undefined ||
  PARAMS[name].params.hours !== undefined ||
  name.startsWith('alert_') ||
  name === 'application_accepted' ||
  name.startsWith('dispute_') ||
  name === 'payment_returned' ||
  name === 'repayment_returned' ||
  name === 'event' ||
  name === 'integrator_delivery' ||
  name === 'notices' ||
  name === 'password_expires' ||
  name === 'registration_declined' ||
  name.startsWith('purchase_') ||
  name.startsWith('supplier_') ||
  name.startsWith('report_');

const mailOf = (template: TemplateName, more: Partial<Mail> = {}): Mail => ({
  template,
  to: 'robin@mail.example',
  name: 'Robin Example',
  brandName: 'tessera',
  locale: 'en_US',
  params: PARAMS[template]?.params ?? {},
  at: '2026-11-21T22:30:00Z',
  timeZone: 'Asia/Tokyo',
  ...more
});
const render = (template: TemplateName, more?: Partial<Mail>) => renderMail(mailOf(template, more), 'tessera');

const ENTITIES: Record<string, string> = { '&#38;': '&', '&#60;': '<', '&#62;': '>', '&#34;': '"', '&#39;': "'" };
/** The visible text of an HTML mail. */
const readable = (html: string) =>
  html
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<br>/g, '\n')
    .replace(/<img [^>]*alt="([^"]*)"[^>]*>/g, '$1')
    .replace(/<[^>]+>/g, '\n')
    .replace(/&#\d+;/g, (entity) => ENTITIES[entity] ?? entity);
const words = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && line !== '--');

describe.each(LOCALES)('every mail in %s', (locale) => {
  test.each(NAMES)('P1.010 %s is whole, as text and as HTML', async (template) => {
    const { subject, text, html, from } = await render(template, { locale });
    expect(from).toEqual({ name: 'Tessera', address: null });
    const texts = bundleTexts(locale, 'Messages');
    expect(
      Object.values(texts).map((each) =>
        each
          .replace('{app}', 'Card Workplace')
          .replace('{number}', REQUESTED.number)
          .replace('{title}', 'Oslo')
          .replace('{company}', PAID.company)
          .replace('{name}', String(PARAMS[template].params.name ?? ''))
      )
    ).toContain(subject);
    for (const shown of PARAMS[template].shows) {
      expect(text).toContain(shown);
      expect(readable(html)).toContain(shown);
    }
    expect(html).toContain(`<html lang="${languageTag(locale)}"`);
    expect(html).toContain(`<title>${subject.replaceAll("'", '&#39;')}</title>`);
    for (const part of [text, readable(html)]) {
      expect(part).toContain('Robin Example');
      expect(part).toContain(texts['mail.automatic']);
      // No key instead of a text, no placeholder left open, nothing undefined.
      expect(part).not.toMatch(/\bmail\.[a-z]|[{}]|undefined|NaN/);
    }
    // Both say the same; a link's caption has a colon in the text.
    const spoken = words(readable(html));
    for (const line of words(text)) expect(spoken.some((each) => each === line || `${each}:` === line)).toBe(true);
  });

  test.each(NAMES.filter((name) => !tellsNoTime(name)))('%s tells the time where the reader is', async (template) => {
    const time = new Intl.DateTimeFormat(languageTag(locale), {
      dateStyle: 'long',
      timeStyle: 'long',
      timeZone: 'Asia/Tokyo'
    }).format(new Date('2026-11-21T22:30:00Z'));
    expect(time).toMatch(/22/);
    expect((await render(template, { locale })).text).toContain(time);
  });

  test('CD.2 password_expires tells the day where the reader is, and no time', async () => {
    const format = new Intl.DateTimeFormat(languageTag(locale), { dateStyle: 'long', timeZone: 'Asia/Tokyo' });
    const day = format.format(new Date('2026-11-21T22:30:00Z'));
    expect(day).toMatch(/22/);
    const { text } = await render('password_expires', { locale });
    expect(text).toContain(day);
    expect(text).not.toMatch(/7[:.]30/);
    expect((await render('password_expires', { locale, params: {} })).html).not.toContain('<a ');
  });
});

test('every template is proved above', () => {
  expect(Object.keys(PARAMS).sort()).toEqual([...NAMES].sort());
});

describe('a mail of a brand', () => {
  test('carries the brand’s name, colours and closing, inherited where it has none of its own', async () => {
    const brand = (await findBrand('lyngholm')) as Brand;
    const { from, text, html } = await render('one_time_pin', { brandName: 'lyngholm', locale: 'da' });
    expect(from.name).toBe('Lyngholm Bank');
    expect(text).toContain('Lyngholm Erhvervskort');
    expect(text).toContain(brand.footer.copyrightMessage);
    expect(html).toContain(brand.theme.accent);
    expect(html).toContain('alt="Lyngholm Bank"');
  });

  test('is in a language that the brand offers', async () => {
    const brand = (await findBrand('lyngholm')) as Brand;
    expect(['en_GB', 'da', 'ja', 'nonsense', '', null, undefined].map((wanted) => mailLocale(brand, wanted))).toEqual([
      'en_GB',
      ...Array(6).fill('da')
    ]);
    const { subject } = await render('one_time_pin', { brandName: 'lyngholm', locale: 'ja' });
    expect(subject).toBe(bundleTexts('da', 'Messages')['mail.otp.subject']);
  });

  test('that is gone meanwhile comes from the default brand', async () => {
    expect((await render('one_time_pin', { brandName: 'no-such-brand' })).from.name).toBe('Tessera');
  });

  test('lets nothing but text into its HTML: not a brand’s texts, not a name, not a parameter', async () => {
    const evil = `<script>alert(1)</script><img src=x onerror="x">'"&`;
    await database.current.query(
      `INSERT INTO brands (name, parent_name, family, abbreviation, display_name, app_name, footer, locales)
       VALUES ('evil', 'tessera', 'tests', 'EVIL', $1, $1, $2, '{en_US}')`,
      [evil.slice(0, 60), JSON.stringify({ copyrightMessage: evil })]
    );
    for (const key of ['mail.otp.subject', 'mail.greeting', 'mail.otp.secrecy', 'mail.automatic']) {
      await database.current.query('INSERT INTO brand_texts VALUES ($1, $2, $3, $4)', [
        'evil',
        'en_US',
        key,
        // Apostrophes and tags mean something to the message format: quoted, they are what they look like.
        "'<script>'alert(1)'</script>' \"&"
      ]);
    }
    await rereadBrands();
    for (const template of NAMES) {
      const params = { ...PARAMS[template].params };
      for (const [name, value] of Object.entries(params)) if (typeof value === 'string') params[name] = value + evil;
      const { html, text } = await render(template, { brandName: 'evil', name: evil, params });
      expect(html).not.toMatch(/<script|<img(?! src="cid:logo" alt="[^"<]*" height="36")|javascript:/i);
      expect(html.match(/<a /g)?.length ?? 0).toBe(PARAMS[template].params.address === undefined ? 0 : 1);
      expect(html.replace(/"[^"]*"/g, '')).not.toMatch(/<[^>]* on\w+=/);
      expect(readable(html)).toContain('<script>alert(1)</script>');
      if (template === 'one_time_pin') expect(text).toContain('<script>alert(1)</script> "&');
    }
  });

  test('leads where its link says, in the button and in the line to copy', async () => {
    const { html, text } = await render('password_reset_link');
    const href = /<a href="([^"]+)"/.exec(html)?.[1]?.replace(/&#38;/g, '&');
    expect(href).toBe(ADDRESS);
    expect(words(text)).toContain(ADDRESS);
    expect(readable(html).split(ADDRESS)).toHaveLength(2);
  });
});

test.each<Locale>(['en_US', 'de', 'ja', 'pl'])(
  'the hours of a temporary password agree with their number in %s',
  async (locale) => {
    const counts = [1, 2, 5, 24, 72];
    const texts = await Promise.all(
      counts.map(async (hours) => {
        const { text } = await render('temporary_password', { locale, params: { password: 'x', hours } });
        expect(text).toContain(String(hours));
        return text.replace(String(hours), '#');
      })
    );
    const categories = counts.map((count) => new Intl.PluralRules(languageTag(locale)).select(count));
    expect(new Set(texts).size).toBe(new Set(categories).size);
  }
);

test('a mail leaves this machine over TLS or not at all, and a server that hangs is given up', () => {
  const optionsOf = (address: string) =>
    (transportTo(address) as unknown as { transporter: { options: Record<string, unknown> } }).transporter.options;
  expect(optionsOf('smtp://mail.bank.example:25')).toMatchObject({ requireTLS: true, host: 'mail.bank.example' });
  expect(optionsOf('smtps://mail.bank.example:465')).toMatchObject({ secure: true, socketTimeout: 20_000 });
  expect(optionsOf('smtp://127.0.0.1:2525')).toMatchObject({ requireTLS: false, connectionTimeout: 10_000 });
});
