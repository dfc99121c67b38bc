/** Message keys of the labels of the form's fields. */
export const NEW_USER_LABELS = {
  locale: 'language.label',
  email: 'registration.email.label',
  questionId: 'profile.question.choose',
  answer: 'answer.label'
} as const;
