import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot } from '#scripts/lib/paths.ts';
import { workingTree } from '#scripts/test/tree.ts';

/**
 * Where the words of 0.22 may stand: the wire, the docs of its API for people, what records its answers, and the tests of
 * the text that users export and import.
 */
const ALLOWED =
  /^(src\/lib\/(wire|domain\/docs)\/|scripts\/contract\/|tests\/(e2e|support)\/settings\/sync\.)/;
const SEARCHED = /^(src|scripts|tests\/(e2e|support))\/.*\.(ts|tsx|mjs|astro)$/;

const ALL = /./;
/** What users read of the log, and type to search it, is the backend's own: tests of screens name it as users see it. */
const BUT_SCREENS = /^(src|scripts)\/(?!islands\/logs\/LogsPage)/;

/** What means keys, paths and codes of 0.22. */
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
