/** Message keys of the labels of the fields of both forms. */
export const FORGOT_LABELS = { userId: 'user.id.label', questionResponse: 'answer.label' } as const;
