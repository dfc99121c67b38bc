/** What the server tells the sign-in page's script (sign-in-view.tsx). */
export interface SignInPageData {
  page: 'sign-in';
  brand: string;
  forceRefreshMillis: number;
  uiLogging: boolean;
  texts: Record<
    | 'oneProblem'
    | 'twoProblems'
    | 'failedHeader'
    | 'failed'
    | 'systemHeader'
    | 'system'
    | 'progress'
    | 'show'
    | 'hide'
    | 'shown'
    | 'hidden',
    string
  >;
}
