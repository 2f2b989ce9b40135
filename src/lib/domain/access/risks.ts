import type { Collection, Rule } from '#domain/backend/collection.ts';
import { type RuleName, ruleOf, ruleState, rulesOf } from '#domain/collections/rules.ts';
import { namesIn } from '#domain/model/filter/walk.ts';

/** What an administrator may want to look at, in the order of the page. */
export const RISK_LABELS = {
  create: 'Anyone may create',
  change: 'Anyone may update or delete',
  noAuth: 'Rules without @request.auth',
  emails: 'Emails visible',
  files: 'Files not protected',
} as const;
export type Risk = keyof typeof RISK_LABELS;
export const risks = Object.keys(RISK_LABELS) as readonly Risk[];

export interface AccessRow {
  readonly collection: Collection;
  readonly rules: Readonly<Partial<Record<RuleName, Rule>>>;
  readonly risks: ReadonlySet<Risk>;
  /** Number of records that show their email; undefined where there is none, or before they are counted. */
  readonly emails: number | undefined;
  /** Fields whose files are public to everyone who has the link, although their records are not. */
  readonly files: readonly string[];
}

const ignoresUser = (rule: Rule): boolean =>
  ruleState(rule) === 'custom' && !namesIn(rule ?? '').some((path) => path.startsWith('@request.auth.'));

/** File fields, in a collection whose records not everyone can view. */
const publicFiles = ({ viewRule, fields }: Collection): readonly string[] =>
  viewRule === ''
    ? []
    : fields.filter((field) => field.type === 'file' && !field.isProtected).map(({ name }) => name);

/** @param emails number of records whose email is visible, in an auth collection */
export function accessRow(collection: Collection, emails: number | undefined): AccessRow {
  const names = rulesOf(collection.type);
  const rules = Object.fromEntries(names.map((name) => [name, ruleOf(collection, name)]));
  const isOpen = (name: RuleName): boolean => rules[name] === '';
  const files = publicFiles(collection);
  // Nobody but administrators sees a record in the first place.
  const isHidden = collection.listRule === null && collection.viewRule === null;
  const has: Readonly<Record<Risk, boolean>> = {
    create: isOpen('createRule'),
    change: isOpen('updateRule') || isOpen('deleteRule') || isOpen('manageRule'),
    noAuth: Object.values(rules).some(ignoresUser),
    emails: !isHidden && emails !== undefined && emails > 0,
    files: files.length > 0,
  };
  return { collection, rules, risks: new Set(risks.filter((risk) => has[risk])), emails, files };
}
