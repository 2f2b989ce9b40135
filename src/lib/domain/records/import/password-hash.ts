/** How other systems store passwords, by the names of the methods. A hash in hexadecimal has one of a few lengths. */
const FORMATS: readonly (readonly [name: string, format: RegExp])[] = [
  ['bcrypt', /^(bcrypt\w*\$+|\{bcrypt\}|\{crypt\}|\$wp)?\$?2[abxy]?\$\d\d\$[./a-z\d]{50,}$/i],
  ['argon2', /^(argon2\w*|\{argon2\w*\})?\$?argon2(id?|d)?\$/i],
  ['scrypt', /^(\$?scrypt|\$7)[$:]/i],
  ['pbkdf2', /^[${]?pbkdf2[-\w]*[$:}]/i],
  ['phpass', /^\$[PHS]\$[./a-z\d]{31,}$/i],
  ['crypt', /^(\{crypt\})?\$(1|5|6|md5|apr1|g?y|sha1)\$/i],
  ['SHA or MD5', /^(\*?[\da-f]{40}|[\da-f]{32}|[\da-f]{56}|[\da-f]{64}|[\da-f]{96}|[\da-f]{128})$/i],
  ['SHA or MD5', /^(\{s?(sha|md5)-?\d*\}|(sha|md5)\d*[$:])/i],
  ['ASP.NET Identity', /^A[A-Z]AAAA[a-z\d+/]{50,}=*$/i],
];

/** The method of the hash that a text looks like; undefined if it may be a password. */
export const hashMethod = (text: string): string | undefined =>
  FORMATS.find(([, format]) => format.test(text))?.[0];
