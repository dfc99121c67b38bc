import { z } from 'zod';
import { decimalNumber } from '../../../core/entry/number-entry';
import { optional } from '../../../core/entry/optional';
import { plainText, soughtText } from '../../../core/entry/plain-text';

const name = plainText({ max: 60 });
const instructions = optional(plainText({ max: 900, lines: true }));
const ids = z.array(z.uuid('choice.invalid')).max(500, 'choice.invalid').default([]);

/** A new purchase group: a name in a company (C3.061). */
export const newGroupSchema = z.object({ company: z.uuid('required'), name });

/** The sections of a group, each a form of its own. */
export const detailsSchema = z.object({ name, instructions });
/** User ids. */
export const usersSchema = z.object({ users: z.array(soughtText(255)).max(500, 'invalid.entry').default([]) });
export const approvalsSchema = z.object({ profile: z.uuid('required') });
export const typesSchema = z.object({ types: ids });
export const templatesSchema = z.object({ templates: ids, suppliers: ids });

/** An amount to ask about. */
export const amountSchema = decimalNumber({ scale: 4, positive: true, max: '999999999999' });
