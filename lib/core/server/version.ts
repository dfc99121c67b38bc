import packageJson from '../../../package.json';

/** The version of the application (C1.018): that of package.json, wherever it is told. */
export const VERSION: string = packageJson.version;
