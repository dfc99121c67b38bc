/** Message keys of the labels of the form's fields. */
export const CODE_LABELS = { code: 'otp.label' } as const;
