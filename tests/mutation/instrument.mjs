/** Puts every mutant of a file into it, each behind a switch, so that the file is transformed once for all of them. */
import { findPlaces } from './find-mutants.mjs';

/** Whether the guards of a file are broken; of what is generated, only the policy, which the modules declare. */
export const isMutated = (file) =>
  /^lib\/.*\.ts$/.test(file) &&
  (file === 'lib/access/policy/generated/areas.ts' ||
    !/^lib\/(core\/database\/prisma|.+\/generated|launch)\//.test(file));

/** @returns {{ id: string, key: string, file: string, line: number, mutator: string, original: string, shown: string }[]} */
export function listMutants(file, source) {
  const seen = new Map();
  return findPlaces(source).flatMap((place) =>
    place.mutants.map((mutant, index) => {
      const original = flat(source.slice(place.start, place.end));
      const text = [file, mutator(mutant), original.slice(0, 160), flat(mutant.shown)].join(' | ');
      const times = (seen.get(text) ?? 0) + 1;
      seen.set(text, times);
      const line = source.slice(0, place.start).split('\n').length;
      const key = times > 1 ? `${text} | ${times}` : text;
      return {
        id: idOf(file, place, index),
        key,
        file,
        line,
        mutator: mutant.mutator,
        original,
        shown: flat(mutant.shown)
      };
    })
  );
}

/** The source with its mutants; `__m(id)` says whether a mutant is on, and notes that it was asked. */
export function instrument(file, source) {
  const places = findPlaces(source);
  const write = (start, end, inner) => {
    let [out, at] = ['', start];
    for (let next = 0; next < inner.length; ) {
      const place = inner[next];
      let after = next + 1;
      while (after < inner.length && inner[after].start < place.end) after++;
      out +=
        source.slice(at, place.start) +
        switched(file, place, write(place.start, place.end, inner.slice(next + 1, after)));
      at = place.end;
      next = after;
    }
    return out + source.slice(at, end);
  };
  return write(0, source.length, places);
}

const mutator = ({ mutator: name }) => name;
const flat = (text) => text.replace(/\s+/g, ' ').trim();
const idOf = (file, { start, end }, index) => `${file}:${start}-${end}:${index}`;

function switched(file, place, original) {
  const on = (index) => `__m(${JSON.stringify(idOf(file, place, index))})`;
  if (place.spread) {
    const [open, close] = place.spread;
    return `...(${place.mutants.map((_, index) => on(index)).join(' || ')} ? ${open}${close} : ${open}${original}${close})`;
  }
  return `(${place.mutants.map(({ replacement }, index) => `${on(index)} ? ${replacement} : `).join('')}(${original}))`;
}
