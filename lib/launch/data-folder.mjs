import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkDataFolder } from './preflight.mjs';
import { codeOf, onExit, Problem } from './problem.mjs';

/** The folder for database, secret and demo list: TESSERA_DATA, or .data here. */
export const dataFolder = () => resolve(process.env.TESSERA_DATA || '.data');

/** @param {number} pid */
const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
};

/**
 * Makes the data folder this process's own until it ends.
 * @param {string} folder
 * @throws Problem when another start holds it
 */
export function lockDataFolder(folder) {
  checkDataFolder(folder);
  const file = join(folder, 'lock');
  for (let tries = 0; tries < 2; tries++) {
    try {
      const handle = openSync(file, 'wx');
      writeSync(handle, String(process.pid));
      closeSync(handle);
      onExit(() => rmSync(file, { force: true }));
      return;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
      const holder = Number(readFileSync(file, 'utf8'));
      if (holder && isAlive(holder)) {
        throw new Problem(
          `The data folder ${folder} is in use by another Tessera (process ${holder}). Stop that one, or set TESSERA_DATA to another folder.`
        );
      }
      // Left by a start that was killed.
      rmSync(file, { force: true });
    }
  }
}

/**
 * The secret that all keys come from: TESSERA_SECRET, or one made for this data folder and kept there.
 * @param {string} folder
 */
export function secretOf(folder) {
  if (process.env.TESSERA_SECRET) return process.env.TESSERA_SECRET;
  const file = join(folder, 'secret');
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}
