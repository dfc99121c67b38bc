/** Message keys of the labels of the form's fields. */
export const SIGN_IN_LABELS = { userId: 'user.id.label', password: 'password.label' } as const;
