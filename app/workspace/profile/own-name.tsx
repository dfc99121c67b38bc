/** Tells password managers whose password the form asks for. */
export const OwnName = ({ userId }: { userId: string }) => (
  <input type="text" autoComplete="username" defaultValue={userId} hidden readOnly />
);
