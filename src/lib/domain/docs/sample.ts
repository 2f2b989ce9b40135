import type { Rule } from '#domain/collections/collection.ts';
import type { DocsContext, Sdk } from './doc.ts';
import { quote } from './literal.ts';

/** Joins the parts of a sample; skips undefined and false parts. */
export function lines(...parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => typeof part === 'string').join('\n');
}

/** The client of the collection: `pb.collection('posts')`. */
export function client({ collection }: DocsContext, sdk: Sdk): string {
  return `pb.collection(${quote(sdk, collection.name)})`;
}

/** A complete sample: the import, the client with the real address, then `body`. */
function sample({ baseUrl }: DocsContext, sdk: Sdk, body: string, imports: readonly string[] = []): string {
  const url = quote(sdk, baseUrl.replace(/\/+$/, ''));
  const start =
    sdk === 'javascript'
      ? [`import PocketBase from 'pocketbase';`, ...imports, '', `const pb = new PocketBase(${url});`]
      : [`import 'package:pocketbase/pocketbase.dart';`, ...imports, '', `final pb = PocketBase(${url});`];
  return lines(...start, '', body);
}

/** The samples of both SDKs; `body` writes one of them. */
export function samples(
  context: DocsContext,
  body: (sdk: Sdk) => string,
  imports: Partial<Record<Sdk, readonly string[]>> = {},
): Readonly<Record<Sdk, string>> {
  return {
    javascript: sample(context, 'javascript', body('javascript'), imports.javascript),
    dart: sample(context, 'dart', body('dart'), imports.dart),
  };
}

/** The keyword that declares a variable. */
export const declare = (sdk: Sdk): string => (sdk === 'javascript' ? 'const' : 'final');

/** The code that signs in a user of the documented auth collection. */
export function signIn(context: DocsContext, sdk: Sdk, collection = context.collection.name): string {
  const { identity, password } = context.placeholders;
  const credentials = `${quote(sdk, identity)}, ${quote(sdk, password)}`;
  return `await pb.collection(${quote(sdk, collection)}).authWithPassword(${credentials});`;
}

/**
 * The sign-in that a rule needs before the call: of an admin if the rule is locked, of a user if it refers to the
 * signed-in user, else none. Ends with an empty line.
 */
export function signInFor(context: DocsContext, sdk: Sdk, rule: Rule): string | undefined {
  const { adminEmail, adminPassword } = context.placeholders;
  if (rule === null) {
    return lines(
      '// only admins may do this',
      `await pb.admins.authWithPassword(${quote(sdk, adminEmail)}, ${quote(sdk, adminPassword)});`,
      '',
    );
  }
  if (!rule.includes('@request.auth')) return undefined;
  return lines('// the rule needs a signed-in user', signIn(context, sdk, context.authCollection), '');
}
