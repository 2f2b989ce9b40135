/** `a, b, c, d, e and 2 more` */
export function firstNames(names: readonly string[], most = 5): string {
  const rest = names.length > most ? ` and ${names.length - most} more` : '';
  return `${names.slice(0, most).join(', ')}${rest}`;
}
