/** Message keys of the labels of the form's fields. */
export const NEXT_LABELS = { password: 'next.passcode.label' } as const;
