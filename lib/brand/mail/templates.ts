import { dotted, type TextKey } from '../../core/language/text-key';
import type { Translate } from '../../core/language/texts';

/** The parts of a mail, top to bottom. */
export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'line'; text: string; address: string | null }
  | { kind: 'button'; label: string; address: string };

export interface Composed {
  subject: string;
  blocks: Block[];
}

/** The events with a mail so far; the others (lib/brand/mail/entities/email-setting.ts) follow with their screens. */
export type MailEvent =
  | 'user_created'
  | 'account_opened'
  | 'account_closed'
  | 'report_submitted'
  | 'report_approved'
  | 'request_pending';

type Params = Record<string, string | number>;
type Compose = (t: Translate, params: Params) => Composed;

/** What stands between `mail.` and a part of its texts, for those that have that part. */
type Named<Part extends string> = TextKey extends infer Key
  ? Key extends `mail.${infer Name}.${Part}`
    ? Name
    : never
  : never;

const text = (content: string): Block => ({ kind: 'text', text: content });

const signInButton = (t: Translate, { address }: Params): Block => ({
  kind: 'button',
  label: t('sign.in.button'),
  address: String(address)
});

/** A notice of something that happened to the sign-in, at `time`. */
const notice =
  (name: Named<'subject'> & Named<'text'>): Compose =>
  (t, params) => ({
    subject: t(`mail.${name}.subject`),
    blocks: [text(t(`mail.${name}.text`, params)), text(t('mail.not.you'))]
  });

/** A message that asks nothing of anybody who didn't ask for it. */
const message =
  (name: Named<'subject'> & Named<'text'>): Compose =>
  (t, params) => ({ subject: t(`mail.${name}.subject`), blocks: [text(t(`mail.${name}.text`, params))] });

/** What an alert `name` has found; the button leads to what the reader may see of it. */
const alert =
  (found: 'charge' | 'total' | 'many' | 'declined' | 'unreviewed' | 'no.receipt'): Compose =>
  (t, params) => ({
    subject: t('mail.alert.subject', params),
    blocks: [
      text(t(`mail.alert.${found}`, params)),
      ...(params.address === undefined
        ? []
        : [{ kind: 'button' as const, label: t('mail.alert.button'), address: String(params.address) }]),
      text(t('mail.report.ready.off'))
    ]
  });

/** A decision about something of the reader's, with the note of whoever decided. */
const outcome =
  (name: Named<'subject'> & Named<'text'>): Compose =>
  (t, params) => ({
    subject: t(`mail.${name}.subject`, params),
    blocks: [text(t(`mail.${name}.text`, params)), text(String(params.note))]
  });

const link =
  (name: Named<'subject'> & Named<'text'> & Named<'button'>): Compose =>
  (t, params) => ({
    subject: t(`mail.${name}.subject`),
    blocks: [
      text(t(`mail.${name}.text`, params)),
      { kind: 'button', label: t(`mail.${name}.button`), address: String(params.address) },
      text(t('mail.ignore'))
    ]
  });

/** How a request was decided, with the comment if there is one. */
const decided =
  (name: Named<'subject'> & Named<'text'>): Compose =>
  (t, params) => ({
    subject: t(`mail.${name}.subject`, params),
    blocks: [text(t(`mail.${name}.text`, params)), ...(params.comment ? [text(String(params.comment))] : [])]
  });

/** A message to the owner of a user id about its link, pending or confirmed, with the way to refuse it. */
const refusable =
  (name: Named<'text'>, subject: TextKey): Compose =>
  (t, params) => ({
    subject: t(subject),
    blocks: [
      text(t(`mail.${name}.text`, params)),
      text(t('mail.link.refuse.text', params)),
      { kind: 'button', label: t('link.refuse'), address: String(params.address) }
    ]
  });

/** Every mail of the product, by name; `params` hold what its texts need (`app` is always there). */
export const TEMPLATES = {
  one_time_pin: (t, params) => ({
    subject: t('mail.otp.subject'),
    blocks: [
      text(t('mail.otp.text', params)),
      { kind: 'code', text: String(params.code) },
      text(t('mail.otp.secrecy')),
      text(t('mail.ignore'))
    ]
  }),
  password_reset_link: link('reset'),
  token_reset_link: link('token.reset'),
  temporary_password: (t, params) => ({
    subject: t('mail.temporary.subject'),
    blocks: [
      text(t('mail.temporary.text', params)),
      { kind: 'code', text: String(params.password) },
      text(t('mail.not.you'))
    ]
  }),
  /** The temporary password comes in a mail of its own. */
  user_created: (t, params) => ({
    subject: t('mail.user.created.subject', params),
    blocks: [
      text(t('mail.user.created.text', params)),
      { kind: 'code', text: String(params.userId) },
      text(t('mail.user.created.password')),
      signInButton(t, params)
    ]
  }),
  report_approved: message('report.approved'),
  report_declined: (t, params) => ({
    subject: t('mail.report.declined.subject'),
    blocks: [text(t('mail.report.declined.text', params)), text(String(params.reason))]
  }),
  /** A charge that an alert tells of; without an address where no host name is registered for it. */
  alert_charge: alert('charge'),
  /** A total that has reached what an alert names. */
  alert_total: alert('total'),
  /** How many times an alert has fired at once. */
  alert_many: alert('many'),
  /** Notices of the inbox, each a line of its own. */
  notices: (t) => ({
    subject: t('mail.notices.subject'),
    blocks: [text(t('mail.notices.text')), text(t('mail.notices.choose'))]
  }),
  /** An authorization that a virtual card declined. */
  alert_declined: alert('declined'),
  /** A charge that has waited too long for its review, or its receipt. */
  alert_unreviewed: alert('unreviewed'),
  alert_no_receipt: alert('no.receipt'),
  /** The file of the report `title` of a schedule for somebody outside of the system; `owner` sends it. */
  report_attached: (t, params) => ({
    subject: t('mail.report.attached.subject', params),
    blocks: [text(t('mail.report.attached.text', params)), text(t('mail.report.attached.password', params))]
  }),
  /** The report `title` of a schedule, due at `due`; without an address where no host name is registered for it. */
  report_ready: (t, params) => ({
    subject: t('mail.report.ready.subject', params),
    blocks: [
      text(t('mail.report.ready.text', params)),
      ...(params.attached ? [text(t('mail.report.ready.attached'))] : []),
      ...(params.late ? [text(t('mail.report.ready.late', params))] : []),
      ...(params.since && params.identical ? [text(t('mail.report.ready.identical', params))] : []),
      ...(params.since && !params.identical ? [text(t('mail.report.ready.differs', params))] : []),
      ...(params.address === undefined
        ? []
        : [{ kind: 'button' as const, label: t('mail.report.ready.button'), address: String(params.address) }]),
      text(t('mail.report.ready.off'))
    ]
  }),
  report_rerouted: message('report.rerouted'),
  report_submitted: message('report.submitted'),
  registration_link: link('registration.link'),
  registration_completed: notice('registration.completed'),
  application_accepted: message('application.accepted'),
  registration_declined: (t, params) => ({
    subject: t('mail.registration.declined.subject'),
    blocks: [text(t('mail.registration.declined.text', params)), text(String(params.reason))]
  }),
  /** What an issuer or a company has set to be written; its template may bring the words (event-mail.ts). */
  event: (t, { event, about, subject, body }) => {
    const happened = t(`mail.event.${dotted(event as MailEvent)}`);
    return { subject: String(subject ?? happened), blocks: [text(String(body ?? happened)), text(String(about))] };
  },
  /** The code, with the name of the requesting user and the consent that it gives. */
  link_code: (t, params) => ({
    subject: t('mail.link.code.subject'),
    blocks: [
      text(t('mail.link.code.text', params)),
      { kind: 'code', text: String(params.code) },
      text(t('mail.link.code.not.you'))
    ]
  }),
  link_requested: refusable('link.requested', 'mail.link.requested.subject'),
  link_confirmed: refusable('link.confirmed', 'mail.user.linked.subject'),
  password_changed: notice('changed'),
  /** On the day `date`; without an address where no host name is registered that it could lead to. */
  password_expires: (t, params) => ({
    subject: t('mail.password.expires.subject'),
    blocks: [
      text(t('mail.password.expires.text', params)),
      ...(params.address === undefined ? [] : [signInButton(t, params)])
    ]
  }),
  email_changed: notice('email.changed'),
  user_id_changed: notice('user.id.changed'),
  user_linked: notice('user.linked'),
  user_unlinked: notice('user.unlinked'),
  token_pin_changed: notice('pin.changed'),
  soft_token_issued: message('soft.token.issued'),
  soft_token_handed_out: notice('soft.token.handed.out'),
  challenge_changed: notice('challenge.changed'),
  dispute_won: outcome('dispute.won'),
  dispute_partly_won: outcome('dispute.partly.won'),
  dispute_lost: outcome('dispute.lost'),
  dispute_refunded: outcome('dispute.refunded'),
  dispute_past_time: outcome('dispute.past.time'),
  payment_returned: message('payment.returned'),
  receipts_taken: message('receipts'),
  receipts_none: (t, params) => ({
    subject: t('mail.receipts.subject'),
    blocks: [text(t('mail.receipts.none', params))]
  }),
  repayment_account_changed: notice('repayment.account.changed'),
  repayment_returned: message('repayment.returned'),
  passkey_added: notice('passkey.added'),
  passkey_removed: notice('passkey.removed'),
  sign_in_locked: notice('locked'),
  purchase_approved: decided('purchase.approved'),
  purchase_declined: decided('purchase.declined'),
  /** A message for a system, which is the attached file. */
  integrator_delivery: message('integrator.delivery'),
  supplier_link: link('supplier.link'),
  supplier_paid: decided('supplier.paid')
} satisfies Record<string, Compose>;

export type TemplateName = keyof typeof TEMPLATES;
