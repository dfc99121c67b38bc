// Transliterates letters as plainly as a user id needs them: no marks, no case.
const CYRILLIC = table(
  'а a б b в v г g д d е e ё e ж zh з z и i й i к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh ' +
    'щ shch ы y э e ю iu я ia і i ї i є ie ґ g ў u ј j љ lj њ nj ћ c ђ dj џ dz ѓ g ќ k ѕ dz'
);
const GREEK = table(
  'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o'
);
const LATIN = table('ß ss æ ae œ oe ø o ł l đ d ð d þ th ı i ŋ ng ħ h');

// Revised Romanization of Korean: a syllable of Unicode is an initial, a vowel and a final.
const INITIALS = 'g kk n d tt r m b pp s ss  j jj ch k t p h'.split(' ');
const VOWELS = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ');
const FINALS = ' k k k n n n t l k m l l l p l m p p t t ng t t k t p t'.split(' ');
const FIRST_SYLLABLE = 0xac00;

function table(pairs: string): Map<string, string> {
  const words = pairs.split(' ');
  return new Map(words.flatMap((letter, at) => (at % 2 === 0 ? [[letter, words[at + 1] as string]] : [])));
}

function syllable(letter: string): string {
  const at = letter.charCodeAt(0) - FIRST_SYLLABLE;
  const [initial, vowel, final] = [Math.floor(at / 588), Math.floor((at % 588) / 28), at % 28];
  return `${INITIALS[initial]}${VOWELS[vowel]}${FINALS[final]}`;
}

/** The Latin letters of a name, a to z, from Latin, Cyrillic, Greek and Korean; other scripts are dropped. */
export function latinLetters(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[가-힣]/g, syllable)
    .replace(/\p{Script=Cyrillic}/gu, (letter) => CYRILLIC.get(letter) ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/ου/g, 'ou')
    .replace(/[^a-z]/gu, (letter) => GREEK.get(letter) ?? LATIN.get(letter) ?? '');
}
