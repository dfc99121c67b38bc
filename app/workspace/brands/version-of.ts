/** The number of a version; 0, which no version has, if the text is not a number. */
export const versionOf = (text: string | undefined) => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : 0);
