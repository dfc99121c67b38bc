import { styles } from './generated/styles';

/**
 * The style of parts that the sign-in page lacks: steps, dialogs, demo pages. React merges styles of one precedence,
 * and the policy wouldn't know the merged hash, so it has its own precedence.
 */
export const BeyondSignIn = () => (
  <style href="beyond-sign-in" precedence="beyond-sign-in">
    {styles.beyondSignIn}
  </style>
);
