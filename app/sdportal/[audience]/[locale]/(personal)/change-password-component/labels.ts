/** Message keys of the labels of the form's fields. */
export const CHANGE_LABELS = {
  old: 'current.password.label',
  new1: 'new.password.label',
  new2: 'confirm.password.label'
} as const;
