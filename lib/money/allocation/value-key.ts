/** The key for looking up a value of an accounting code; values are case-insensitive. */
export const valueKey = (codeId: string, code: string) => `${codeId}/${code.toLowerCase()}`;
