/** Message keys of the labels of the form's fields. */
export const CHALLENGE_LABELS = { response: 'answer.label' } as const;
