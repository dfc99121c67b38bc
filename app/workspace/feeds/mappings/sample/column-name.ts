/** The name of the choice for a column of a sample. */
export const columnName = (number: number) => `column.${number}`;
