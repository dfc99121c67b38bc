import { now } from '../../core/server/clock';
import type { Mail } from './render';
import { TEMPLATES, type TemplateName } from './templates';

export const TEMPLATE_NAMES = Object.keys(TEMPLATES) as TemplateName[];

export function isTemplate(name: string | undefined): name is TemplateName {
  return name !== undefined && Object.hasOwn(TEMPLATES, name);
}

/** Sample parameters of every template's texts, for previews. */
export const SAMPLE_PARAMS = {
  code: '482 913',
  minutes: 15,
  hours: 24,
  password: 'Kv7-mTq4-Rz9p',
  userId: 'RobinExample',
  reason: 'The company is registered already.',
  event: 'user_created',
  about: 'Robin Example',
  owner: 'Robin Example',
  title: 'Oslo, October',
  due: '2026-11-02 07:00',
  number: 'PR-000123',
  supplier: 'Nordlys Hotell',
  company: 'Robin Example Ltd',
  amount: 'NOK 1150.00',
  comment: 'The budget covers one night only.',
  address: 'https://cards.bank.example/sample'
};

/** A preview of a template's mail, which is not sent. */
export function sampleMail(template: TemplateName): Pick<Mail, 'template' | 'params' | 'at'> {
  return { template, params: SAMPLE_PARAMS, at: now().toISOString() };
}
