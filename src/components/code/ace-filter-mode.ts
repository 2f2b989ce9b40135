import type { Ace } from 'ace-builds';

/** The part of Ace's module system that is needed to create a mode. */
interface ModeParts {
  readonly require: (id: string) => unknown;
}

type RulesClass = new () => { $rules: Record<string, readonly object[]> };
type ModeClass = new () => Ace.SyntaxMode;

/** Highlighted tokens of a filter: strings, numbers, macros (`@now`), modifiers (`:each`), operators. */
const RULES = {
  start: [
    { token: 'comment', regex: '//.*$' },
    { token: 'string', regex: '"(?:\\\\.|[^"\\\\])*"?' },
    { token: 'string', regex: "'(?:\\\\.|[^'\\\\])*'?" },
    { token: 'constant.numeric', regex: '[+-]?\\d+(?:\\.\\d+)?\\b' },
    { token: 'constant.language', regex: '\\b(?:true|false|null)\\b' },
    { token: 'macro', regex: '@[\\w.]*' },
    { token: 'macro', regex: ':(?:isset|each|length|lower)\\b' },
    { token: 'keyword.operator', regex: '\\?(?:=|!=|>=|>|<=|<|~|!~)|!=|>=|<=|!~|[=><~]|&&|\\|\\|' },
    { token: 'paren.lparen', regex: '\\(' },
    { token: 'paren.rparen', regex: '\\)' },
    { token: 'identifier', regex: '[A-Za-z_][\\w.]*' },
  ],
} as const;

/** Creates an Ace mode for PocketBase's filter language. */
export function createFilterMode({ require }: ModeParts): Ace.SyntaxMode {
  const { Mode: Base } = require('ace/mode/text') as { Mode: ModeClass };
  const { TextHighlightRules: BaseRules } = require('ace/mode/text_highlight_rules') as {
    TextHighlightRules: RulesClass;
  };
  class FilterRules extends BaseRules {
    constructor() {
      super();
      this.$rules = RULES as unknown as Record<string, readonly object[]>;
    }
  }
  const mode = new Base();
  return Object.assign(mode, { HighlightRules: FilterRules, $id: 'atoll/filter' });
}
