// @ts-check

/** Properties of which a shorthand sets several: all that begin with the word override each other. */
const SHORTHANDS =
  /^(margin|padding|background|outline|transition|animation|grid|inset|list|mask|scroll|text-decoration|overflow(?!-wrap)|flex(?!-(direction|wrap)))/;
/** Shorthands of properties with other names, which also have longhands that set one of them. */
const PARTS = new Map([
  ['font', ['font-family', 'font-size', 'font-weight', 'font-style', 'line-height']],
  ['place-items', ['align-items', 'justify-items']],
  ['place-content', ['align-content', 'justify-content']],
  ['place-self', ['align-self', 'justify-self']],
  ['flex-flow', ['flex-direction', 'flex-wrap']],
  ['gap', ['row-gap', 'column-gap']],
]);

/**
 * What a property sets: two that set nothing in common do not override each other.
 *
 * @param {string} property
 * @returns {string[]}
 */
function targetsOf(property) {
  if (property.startsWith('--')) return [property];
  const name = property
    .replace(/^-[a-z]+-/, '')
    .replace('inline-size', 'width')
    .replace('block-size', 'height')
    .replace(/^(top|right|bottom|left)$/, 'inset');
  const [, border, kind] = /^(border)\b.*?(color|style|width|radius|collapse|spacing)?$/.exec(name) ?? [];
  if (border) return (kind ? [kind] : ['color', 'style', 'width']).map((one) => `border-${one}`);
  return PARTS.get(name) ?? [SHORTHANDS.exec(name)?.[0] ?? name];
}

/**
 * The components whose elements a rule is for: `btn` for `.btn-sm:hover` and `.btn > svg`; `*` when it names none.
 *
 * @param {import('postcss').Rule} rule
 */
function familiesOf(rule) {
  return rule.selectors.flatMap((selector) => {
    const parts = selector.replace(/:(not|has)\((?:[^()]|\([^()]*\))*\)/g, '').split(/[\s>+~]+/);
    /** @param {RegExp} names */
    const last = (names) => parts.map((part) => part.match(names)).findLast((found) => found);
    const found = last(/(?<=\.)(?:\\.|[\w-])+/g) ?? last(/(?<=\[)[\w-]+/g) ?? ['*'];
    return found.map((name) => name.replace(/^.*\\:/, '').replace(/^(?!data-)(\w+)-.*/, '$1'));
  });
}

/**
 * The elements that a rule of the base layer is for; `*` when it names none, or has a class.
 *
 * @param {import('postcss').Rule} rule
 * @param {string} layer
 */
const tagsOf = (rule, layer) =>
  layer === 'base.'
    ? rule.selectors.map((selector) => /(?:^|[\s>+~])([a-z]\w*)[^\s>+~.]*$/.exec(selector)?.[1] ?? '*')
    : [''];

/**
 * What a rule styles of its elements: a pseudo-element, or '' for themselves.
 *
 * @param {import('postcss').Rule} rule
 */
const boxesOf = (rule) => [
  ...new Set(
    rule.selectors.map((selector) => /:(:[\w-]+|before|after)$/.exec(selector)?.[1]?.replace(':', '') ?? ''),
  ),
];

/**
 * The layers around a node.
 *
 * @param {import('postcss').ChildNode} node
 * @returns {string}
 */
function layerOf({ parent }) {
  if (!parent || parent.type === 'root') return '';
  const name =
    parent.type === 'atrule' && 'name' in parent && parent.name === 'layer' ? `${parent.params}.` : '';
  return layerOf(/** @type {import('postcss').ChildNode} */ (parent)) + name;
}

/** Keeps what rules set, to tell which later ones override it. */
export function overrides() {
  /** @type {Map<string, Set<string>>} what is set, and by which property or rule */
  const set = new Map();
  return (/** @type {import('postcss').Rule} */ rule) => {
    const layer = layerOf(rule);
    const { parent, selector } = rule;
    // Utilities for the same property are alternatives: no element has two of them.
    const isUtility = layer === 'utilities.' && /^\.(?:\\.|[\w-])+$/.test(selector);
    const isPlain = isUtility && parent?.type === 'atrule' && parent.name === 'layer';
    // No element has two components of daisyUI, or of the layer for our own ones.
    const families = /^(components|utilities\.daisyui)\./.test(layer)
      ? familiesOf(rule)
      : tagsOf(rule, layer);
    const properties = rule.nodes.flatMap((one) => (one.type === 'decl' ? one.prop : []));
    const setters = properties.flatMap((property) =>
      targetsOf(property).flatMap((target) =>
        boxesOf(rule).map((box) => ({ target: target + box, setter: isPlain ? property : `${selector}{}` })),
      ),
    );
    /** @param {string} family */
    const entries = (family) =>
      setters.map(({ target, setter }) => ({ key: `${layer}${family} ${target}`, setter }));
    return {
      note: () => {
        for (const { key, setter } of [...families, 'any'].flatMap(entries))
          set.set(key, (set.get(key) ?? new Set()).add(setter));
      },
      isBehind: () =>
        (families.includes('*') ? ['any'] : [...families, '*'])
          .flatMap(entries)
          .some(({ key, setter }) => [...(set.get(key) ?? [])].some((other) => other !== setter)),
    };
  };
}
