import { BACKEND_COLORS } from './backends.ts';
import { isObject, parseJson } from './lenient.ts';

const FLAGS = ['production', 'readOnly'];
const MEMBERS = ['name', 'url', 'color', ...FLAGS];
const NAME = /^\w[\w -]{0,38}\w$|^\w$/;

/**
 * What is wrong with a list of backends, in one line without addresses, which may have a password.
 * @param base what addresses are relative to; without it, they must be absolute
 */
export function backendsProblem(json: string, base?: string): string | undefined {
  const entries = json === '' ? [] : parseJson(json);
  if (!Array.isArray(entries)) return 'The list of backends is not a JSON array.';
  const names = new Set<string>();
  for (const entry of entries) {
    if (!isObject(entry))
      return 'A backend of the list is not an object such as {"name":"A","url":"https://pb.example.com"}.';
    const { name, url, color } = entry;
    if (typeof name !== 'string' || !NAME.test(name))
      return `A backend's name must have 1 to 40 letters, digits, spaces, - or _, not ${JSON.stringify(name)}.`;
    if (names.has(name.toLowerCase())) return `Two backends have the name "${name}".`;
    names.add(name.toLowerCase());
    if (typeof url !== 'string' || !isBackendAddress(url, base))
      return `The backend "${name}" has no usable address. Use one like https://pb.example.com, without credentials, query or /_/.`;
    if (color !== undefined && !(typeof color === 'string' && Object.hasOwn(BACKEND_COLORS, color)))
      return `The color of the backend "${name}" must be ${Object.keys(BACKEND_COLORS).join(', ')}.`;
    const odd = FLAGS.find((flag) => !['undefined', 'boolean'].includes(typeof entry[flag]));
    if (odd) return `"${odd}" of the backend "${name}" must be true or false.`;
    // Misspelt, it would be without effect: a production backend would not ask before something is lost.
    const unknown = Object.keys(entry).find((member) => !MEMBERS.includes(member));
    if (unknown !== undefined)
      return `${JSON.stringify(unknown)} of the backend "${name}" is unknown. Use ${MEMBERS.join(', ')}.`;
  }
  return undefined;
}

/** An http(s) address without credentials, query and fragment, and not PocketBase's own dashboard, `/_/`. */
export function isBackendAddress(text: string, base?: string): boolean {
  if (!URL.canParse(text, base)) return false;
  const { protocol, username, password, pathname } = new URL(text, base);
  return (
    /^https?:$/.test(protocol) && !username && !password && !/[?#]/.test(text) && !/\/_\/*$/.test(pathname)
  );
}
