import { readdirSync } from 'node:fs';

/**
 * Every file and folder below a folder, by its path from there, with slashes.
 * @param {string} folder
 */
export const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
