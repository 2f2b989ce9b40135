import { randomSecret } from '#domain/app/random-secret.ts';
import { foldName } from '#domain/model/fold-name.ts';

/** Latin spellings of letters that Unicode does not decompose into a base letter and a mark. */
const LETTERS = new Map(
  (
    'ß-ss æ-ae œ-oe ø-o đ-d ð-d ł-l þ-th ı-i ħ-h ŋ-n ŧ-t ' +
    'а-a б-b в-v г-g ґ-g д-d е-e є-ye ж-zh з-z и-i і-i к-k л-l м-m н-n о-o п-p р-r с-s ' +
    'т-t у-u ф-f х-h ц-c ч-ch ш-sh щ-sht ъ-a ы-y ь- э-e ю-yu я-ya ђ-dj ј-j љ-lj њ-nj ћ-c џ-dz ' +
    'α-a β-b γ-g δ-d ε-e ζ-z η-i θ-th ι-i κ-k λ-l μ-m ν-n ξ-x ο-o π-p ρ-r σ-s ς-s τ-t υ-y φ-f χ-h ψ-ps ω-o'
  )
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.slice(2)]),
);

function latin(letter: string): string {
  const small = letter.toLowerCase();
  const found = LETTERS.get(small);
  if (found === undefined) return letter;
  return letter === small ? found : found.charAt(0).toUpperCase() + found.slice(1);
}

/**
 * Turns text into a name for a collection or field. Letters lose their marks, Cyrillic and Greek ones become Latin,
 * spaces, `-`, `.` and `=` underscores. A space at the end does, too, so that a name can be typed word by word.
 */
export function slugify(text: string): string {
  return [...text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC')]
    .map(latin)
    .join('')
    .replace(/[^\w\s\-.=]/g, '')
    .replace(/[\s\-.=]+/g, '_');
}

/** The name, or the first of name2, name3, ... that is not taken; ignores case. */
export function uniqueName(name: string, taken: Iterable<string>): string {
  const used = new Set([...taken].map(foldName));
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name}${number}`;
    if (!used.has(foldName(candidate))) return candidate;
  }
}

/** A new name for an index, `idx_` and 7 random letters or digits. */
export const randomIndexName = (): string => `idx_${randomSecret(7)}`;
