import { type Collection, fieldWith, ownFields, type Rule } from '#domain/backend/collection.ts';
import { type EditedRule, type RuleName, ruleOf, ruleState, rulesOf } from '#domain/collections/rules.ts';
import { namesIn } from '#domain/model/filter/walk.ts';

/** What an administrator may want to look at, in the order of the page. */
export const RISK_LABELS = {
  create: 'Anyone may create',
  change: 'Anyone may update or delete',
  noAuth: 'Rules without @request.auth',
  emails: 'Emails visible',
  files: 'Files not protected',
  oneFactor: 'Sign-in without second factor',
} as const;
export type Risk = keyof typeof RISK_LABELS;
export const risks = Object.keys(RISK_LABELS) as readonly Risk[];

/** Those of the editor, and which accounts need a second factor, null: none. */
export type AccessRule = EditedRule | 'secondFactor';

/** About the account itself: nobody is signed in yet. */
export const isOfSignIn = (name: AccessRule): boolean => name === 'authRule' || name === 'secondFactor';

export interface AccessRow {
  readonly collection: Collection;
  readonly rules: Readonly<Partial<Record<AccessRule, Rule>>>;
  readonly risks: ReadonlySet<Risk>;
  /** Number of records that show their email; undefined where there is none, or before they are counted. */
  readonly emails: number | undefined;
  /** Fields whose files are public to everyone who has the link, although their records are not. */
  readonly files: readonly string[];
  /** Fields of records that only administrators see. */
  readonly hidden: readonly string[];
}

const ignoresUser = ([name, rule]: readonly [name: string, rule: Rule]): boolean =>
  !isOfSignIn(name as AccessRule) &&
  ruleState(rule) === 'custom' &&
  !namesIn(rule ?? '').some((path) => path.startsWith('@request.auth.'));

/** File fields, in a collection whose records not everyone can view. Nobody learns of the files of a hidden one. */
const publicFiles = ({ viewRule, fields }: Collection): readonly string[] =>
  viewRule === ''
    ? []
    : fields
        .filter((field) => field.type === 'file' && !field.isProtected && !field.isHidden)
        .map(({ name }) => name);

/**
 * @param emails number of records whose email is visible, in an auth collection
 * @param secondFactor which accounts need one, null: none; undefined where there is no such thing
 */
export function accessRow(
  collection: Collection,
  emails: number | undefined,
  secondFactor?: Rule,
): AccessRow {
  const names = rulesOf(collection.type);
  const { authRule } = collection;
  const rules: Partial<Record<AccessRule, Rule>> = {
    ...Object.fromEntries(names.map((name) => [name, ruleOf(collection, name)])),
    ...(authRule !== undefined && { authRule }),
    ...(secondFactor !== undefined && { secondFactor }),
  };
  const isOpen = (name: RuleName): boolean => rules[name] === '';
  const files = publicFiles(collection);
  // Nobody but administrators sees a record in the first place, or the email of one.
  const isHidden =
    (collection.listRule === null && collection.viewRule === null) ||
    fieldWith(collection, 'email')?.isHidden === true;
  const hidden = ownFields(collection)
    .filter((field) => field.isHidden && field.type !== 'password')
    .map(({ name }) => name);
  const has: Readonly<Record<Risk, boolean>> = {
    create: isOpen('createRule'),
    change: isOpen('updateRule') || isOpen('deleteRule') || isOpen('manageRule'),
    noAuth: Object.entries(rules).some(ignoresUser),
    emails: !isHidden && emails !== undefined && emails > 0,
    files: files.length > 0,
    // Where nobody can sign in, nobody needs one.
    oneFactor: secondFactor !== undefined && secondFactor !== '' && authRule !== null,
  };
  return { collection, rules, risks: new Set(risks.filter((risk) => has[risk])), emails, files, hidden };
}
