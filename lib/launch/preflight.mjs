import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { endOfLifeOf } from '../core/server/node-support.mjs';
import { codeOf, Problem } from './problem.mjs';

const LEAST_NODE = { major: 20, minor: 19 };

/** Says so when Node gets no security fixes any more. @throws Problem when it is older than the product supports. */
export function checkNode(version = process.versions.node, at = new Date()) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < LEAST_NODE.major || (major === LEAST_NODE.major && minor < LEAST_NODE.minor)) {
    throw new Problem(
      `Tessera needs Node ${LEAST_NODE.major}.${LEAST_NODE.minor} or newer, and this is Node ${version}. Install a newer one from https://nodejs.org/.`
    );
  }
  const endOfLife = endOfLifeOf(version, at);
  if (endOfLife) process.stderr.write(`! ${endOfLife}\n`);
}

/** The port to serve on, from PORT; 3000 if unset. @throws Problem */
export function wantedPort(value = process.env.PORT) {
  if (!value) return 3000;
  const port = Number(value);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Problem(`PORT must be a number from 1 to 65535, not "${value}".`);
  return port;
}

/**
 * @param {number} port
 * @throws Problem when something listens on the port already.
 */
export async function checkPort(port) {
  for (const host of ['0.0.0.0', '127.0.0.1']) {
    const error = await new Promise((/** @type {(error?: NodeJS.ErrnoException) => void} */ resolve) => {
      const server = createServer();
      server.once('error', resolve);
      server.listen(port, host, () => server.close(() => resolve(undefined)));
    });
    if (error?.code === 'EADDRINUSE') {
      throw new Problem(
        `Port ${port} is taken by another program, perhaps by Tessera itself in another window. Stop it, or choose another port: PORT=3001 npm start`
      );
    }
    if (error?.code === 'EACCES')
      throw new Problem(
        `Port ${port} needs more rights than this user has. Choose one above 1023: PORT=3000 npm start`
      );
  }
}

/**
 * Makes the data folder, and makes sure that it can be written.
 * @param {string} folder
 * @throws Problem
 */
export function checkDataFolder(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    const probe = join(folder, `.writable-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    if (codeOf(error) === 'ENOSPC') throw error;
    throw new Problem(
      `The data folder ${folder} can't be written (${codeOf(error)}). Change its owner, or set TESSERA_DATA to another folder.`
    );
  }
}

/**
 * @param {string} folder
 * @param {number} megabytes
 * @throws Problem when fewer than `megabytes` are free where `folder` is.
 */
export function checkDisk(folder, megabytes) {
  const { bavail, bsize } = statfsSync(folder);
  const free = Math.floor((bavail * bsize) / 1_048_576);
  if (free < megabytes)
    throw new Problem(
      `The disk that holds ${folder} has ${free} MB free, and ${megabytes} MB are needed. Free some space and try again.`
    );
}
