/** Message keys of the labels of the form's fields. */
export const PIN_LABELS = {
  newPin: 'new.pin.label',
  confirmPin: 'confirm.pin.label',
  passcode: 'next.passcode.label'
} as const;
