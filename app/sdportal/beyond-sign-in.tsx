import { styles } from './generated/styles';

/**
 * The style of what the page of the first visit has none of: steps, dialogs, the demo's pages. React writes styles of
 * one precedence as one, whose hash no policy knows: so it has a precedence of its own.
 */
export const BeyondSignIn = () => (
  <style href="beyond-sign-in" precedence="beyond-sign-in">
    {styles.beyondSignIn}
  </style>
);
