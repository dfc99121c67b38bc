'use server';

import { notFound, redirect } from 'next/navigation';
import { settingOf } from '@/lib/access/settings/settings';
import { assignProgramOption } from '@/lib/directory/programs/assign-program-option';
import { configurationOf } from '@/lib/directory/programs/configuration';
import { type SettingEntry, saveConfiguration } from '@/lib/directory/programs/save-configuration';
import { idOf, sentForm, textOf } from '../addresses';
import { signedInPrincipal } from '../signed-in';
import type { FormState } from '../ui/form-state';
import { refusalState } from '../ui/parse-form';
import { inheritField, settingFields, stampField, typedSetting, wasField } from './setting-fields';

/** Saves the changed settings of an issuer or a company. */
export async function saveSettings(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, ...reader } = await signedInPrincipal();
  const nodeId = idOf(textOf(form, 'node'));
  const configuration = await configurationOf(principal, nodeId);
  if (!configuration) notFound();
  const entries = configuration.settings.flatMap(({ key }): SettingEntry[] => {
    if (!sentForm(form).has(key)) return [];
    const typed = typedSetting(key, textOf(form, key), reader.locale);
    const stamp = textOf(form, stampField(key));
    if (form.has(inheritField(key))) return [{ key, typed: null, stamp }];
    const was = textOf(form, wasField(key)).replaceAll(/\r\n?/g, '\n');
    // Secrets aren't shown: an empty field keeps the stored one.
    const isSame = settingOf(key).type === 'secret' ? typed === '' : typed === was;
    return isSame ? [] : [{ key, typed, stamp }];
  });
  const saved = await saveConfiguration(principal, nodeId, entries, origin);
  if (saved.ok) redirect(`/workspace/configuration/${nodeId}?done=${saved.changed > 0 ? 'saved' : 'unchanged'}`);
  const { fields, hidden } = settingFields(reader, configuration);
  const states = saved.refusals.map((refusal) => refusalState(reader, fields, refusal, form));
  const stale = saved.refusals
    .filter(({ code }) => code === 'setting.stale')
    .map(({ field }) => stampField(field ?? ''));
  return {
    faults: states.flatMap(({ faults }) => faults),
    // A second save follows the conflict message, and replaces the other user's change.
    values: { ...states[0]?.values, ...Object.fromEntries(stale.map((name) => [name, String(hidden[name] ?? '')])) }
  };
}

/** Gives a company another program option. */
export async function saveProgramOption(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, ...reader } = await signedInPrincipal();
  const nodeId = idOf(textOf(form, 'node'));
  const saved = await assignProgramOption(
    principal,
    nodeId,
    { programOptionId: idOf(textOf(form, 'programOptionId')), was: textOf(form, 'was') || null },
    origin
  );
  if (saved.ok) redirect(`/workspace/configuration/${nodeId}?done=saved`);
  return refusalState(reader, [], saved.refusal, form);
}
