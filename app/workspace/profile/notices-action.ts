'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { noticeSettingsSchema, saveNoticeSettings } from '@/lib/kit/notice-mails/settings';
import { signedInWith } from '../signed-in';
import type { FormState } from '../ui/form-state';
import { parseForm } from '../ui/parse-form';
import { noticeFields } from './notice-fields';

/** Saves how notices reach the user. */
export async function saveNotices(_before: FormState, form: FormData): Promise<FormState> {
  const by = await signedInWith('profile');
  const { kinds, pushed, hours } = await noticeFields();
  const parsed = parseForm(by, [...kinds, pushed, ...hours], noticeSettingsSchema, form);
  if (!parsed.ok) return parsed.state;
  await saveNoticeSettings(by.actor, parsed.value, by.origin);
  revalidatePath('/workspace/profile');
  redirect('/workspace/profile?changed=notices');
}
