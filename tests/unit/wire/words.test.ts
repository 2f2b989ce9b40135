import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot } from '#scripts/lib/paths.ts';
import { workingTree } from '#scripts/test/tree.ts';

/**
 * Where the words of PocketBase may stand: the wire, the docs of its API for people, what records its answers, what scripts
 * know of its programs and its own dashboard, and the tests of the text that users export and import.
 */
const ALLOWED =
  /^(src\/lib\/(wire|domain\/docs)\/|scripts\/(contract\/|lib\/lines\.|bench\/reference-page\.)|tests\/(e2e|support)\/settings\/sync\.)/;
const SEARCHED = /^(src|scripts|tests\/(e2e|support))\/.*\.(ts|tsx|mjs|astro)$/;

const ALL = /./;
/** What users read of the log, and type to search it, is the backend's own: tests of screens name it as users see it. */
const BUT_SCREENS = /^(src|scripts)\/(?!islands\/logs\/LogsPage)/;

/** What means keys, paths and codes of PocketBase, and is no word of Atoll's own: first those of 0.22, then newer ones. */
const WORDS: [word: RegExp, where: RegExp][] = [
  [/\b(maxSelect|minSelect|cascadeDelete|convertUrls|noDecimal)\b/, ALL],
  [/\b(onlyEmailDomains|exceptEmailDomains|requireEmail|minPasswordLength|onlyVerified)\b/, ALL],
  [/\ballow(Username|Email|OAuth2)Auth\b/, ALL],
  [/\.schema\b(?!\.)|\bschema: \[|\{ schema[,:} ]/, ALL],
  [/\boptions\??\.(min|max|pattern|values|collectionId|query|manageRule|maxSize|protected|thumbs)\b/, ALL],
  [/\bapi\/admins\b|\badmins\/auth-/, ALL],
  [/\b(appUrl|appName|cronMaxKeep|forcePathStyle|userApiUrl|logIp)\b/, ALL],
  [/\b(verificationTemplate|resetPasswordTemplate|confirmEmailChangeTemplate)\b/, ALL],
  [/\b(admin|record)(Auth|PasswordReset|File|Verification|EmailChange)Token\b/, ALL],
  [/\b(userIp|remoteIp|execTime)\b|\bdata\.(auth|url|status|type|error|details)\b/, BUT_SCREENS],
  [/\bvalidation_[a-z]+/, ALL],
  [/\b_(superusers|mfas|otps|authOrigins)\b|\bpbc_/, ALL],
  [
    /\b(passwordAuth|authAlert|mfaId|otpId|otpTemplate)\b|[{'" ](mfa|otp|oauth2): |\.(mfa|otp)\b|'(mfa|oauth2)'/,
    ALL,
  ],
  [/\b(superuserIPs|trustedProxy|useLeftmostIP|excludedIPs|accentColor|logIP|logAuthId|appURL)\b/, ALL],
  [/\b(rateLimits|batch)\.enabled\b|\b(possibleProxyHeader|realIP|superuserRequests)\b/, ALL],
  [
    /\b(autogeneratePattern|primaryKey|convertURLs|onlyInt|viewQuery|avatarURL|collectionRef|recordRef)\b/,
    ALL,
  ],
  [/\b(userInfoURL|tokenURL|authURL|passwordResetToken|emailChangeToken|verificationToken)\b/, ALL],
  [/\bapi\/(crons|sql)\b|[/'`](dry-run-view|scaffolds|oauth2-providers|auth-with-otp|request-otp)\b/, ALL],
  [/\/(truncate|impersonate)\b|'(truncate|impersonate)'[,\]]/, ALL],
  [/@rowid\b|\bMFA session\b|\bOnly superusers can (filter|perform)|record authorization token/, ALL],
];

const lines = [...workingTree().files]
  .filter((file) => SEARCHED.test(file) && !ALLOWED.test(file))
  .flatMap((file) =>
    readFileSync(inRoot(file), 'utf8')
      .split('\n')
      .map((text, at) => ({ place: `${file}:${at + 1}`, text }))
      // A comment may say what users see.
      .filter(({ text }) => !/^\s*(\/?\*|\/\/)/.test(text)),
  );

test.each(WORDS)('%s stands in the wire alone', (word, where) => {
  const found = lines.filter(({ place, text }) => where.test(place) && word.test(text));
  expect(found.map(({ place, text }) => `${place} ${text.trim()}`)).toEqual([]);
});
