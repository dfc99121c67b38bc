/** Message keys of the labels of the form's fields. */
export const RESET_LABELS = {
  userId: 'user.id.label',
  credential: 'new.password.label',
  confirmation: 'confirm.password.label'
} as const;
