// A thread of the password hash pool (password-hash.ts). It hashes on its own thread rather than in libuv's shared
// pool, so that the low priority and bounded queue apply only to hashing.
import bcrypt from 'bcrypt';

/** @param {{ peppered: string, hash?: string, cost: number }} task */
export default function work({ peppered, hash, cost }) {
  return hash === undefined ? bcrypt.hashSync(peppered, cost) : bcrypt.compareSync(peppered, hash);
}
