// What sources with faults call, in the page, in the build and in unit tests. They contain all faults of a run; at most
// one is active, so one build serves them all.

const { process } = globalThis as { process?: { env: Record<string, string | undefined> } };
/** The number of the active fault of this process; `all`: each of them throws. `globalThis.atollFault` goes first. */
const ofProcess = process?.env['ATOLL_FAULT'];
let leftOperand: unknown;

/** Whether a fault is active. Tells `globalThis.atollProbe` that the place was reached. */
function isOn(id: number): boolean {
  Reflect.get(globalThis, 'atollProbe')?.(id);
  const active: unknown = Reflect.get(globalThis, 'atollFault') ?? ofProcess;
  if (active === 'all') throw new Error('A planted fault.');
  return active === String(id);
}

function not(id: number, value: unknown): unknown {
  return isOn(id) ? !value : value;
}

/** Whether `left && …` or `left || …` has to evaluate its right side; the fault swaps the two. */
function goesOn(id: number, value: unknown, operator: '&&' | '||'): boolean {
  leftOperand = value;
  return Boolean(value) === ((operator === '&&') !== isOn(id));
}

/** The left side of the operator that did not go on a moment ago. */
function left(): unknown {
  return leftOperand;
}

/** Compares; the fault moves the limit by one. */
function compare(id: number, a: number, operator: '<' | '<=' | '>' | '>=', b: number): boolean {
  const isEqual = a >= b && a <= b;
  if (isOn(id) && isEqual) return operator === '<' || operator === '>';
  switch (operator) {
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
  }
}

export const faults = { isOn, not, goesOn, left, compare };
