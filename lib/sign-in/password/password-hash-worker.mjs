// One thread of the password hash pool (password-hash.ts). It hashes on its own thread rather than
// in libuv's shared pool, so that the pool's low priority and bounded queue hold for hashing alone.
import bcrypt from 'bcrypt';

/** @param {{ peppered: string, hash?: string, cost: number }} task */
export default function work({ peppered, hash, cost }) {
  return hash === undefined ? bcrypt.hashSync(peppered, cost) : bcrypt.compareSync(peppered, hash);
}
