/** The client libraries that have samples. */
export const sdks = ['javascript', 'dart'] as const;
export type Sdk = (typeof sdks)[number];

/** Code that is inserted unchanged. */
export class Code {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Literal =
  | string
  | number
  | boolean
  | null
  | Code
  | readonly Literal[]
  | { readonly [key: string]: Literal };
export type Literals = Readonly<Record<string, Literal>>;

const INDENT = '    ';
const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Escapes `$` for Dart, where it starts an expression. */
export function quote(sdk: Sdk, text: string): string {
  const special = sdk === 'dart' ? /[\\'\n\r\t$]/g : /[\\'\n\r\t]/g;
  return `'${text.replace(special, (char) => ESCAPES[char] ?? `\\${char}`)}'`;
}

function memberName(sdk: Sdk, key: string): string {
  if (sdk === 'dart' || !/^[A-Za-z_$][\w$]*$/.test(key)) return quote(sdk, key);
  // Without brackets it is no member, but the prototype.
  return key === '__proto__' ? `['__proto__']` : key;
}

/** Objects and long lists take several lines. */
export function literal(sdk: Sdk, value: Literal, indent = ''): string {
  if (value instanceof Code) return value.text;
  if (typeof value === 'string') return quote(sdk, value);
  if (value === null || typeof value !== 'object') return String(value);
  const inner = indent + INDENT;
  const isList = Array.isArray(value);
  const lines = isList
    ? value.map((item: Literal) => literal(sdk, item, inner))
    : Object.entries(value).map(([key, item]) => `${memberName(sdk, key)}: ${literal(sdk, item, inner)}`);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (lines.length === 0) return `${open}${close}`;
  if (isList && lines.every((line) => !line.includes('\n')) && lines.join(', ').length < 60) {
    return `[${lines.join(', ')}]`;
  }
  return `${open}\n${lines.map((line) => `${inner}${line},\n`).join('')}${indent}${close}`;
}
