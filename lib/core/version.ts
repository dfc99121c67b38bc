/** The version of the application that the workspace shows (C1.018). */
export const VERSION = '25.6.0';
