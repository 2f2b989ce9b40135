/** Repeatable random numbers: the same seed gives the same data on every machine. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number from 0 (included) to 1 (excluded), by the algorithm mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** @throws Error on an empty list. */
  pick<T>(list: readonly T[]): T {
    const found = list[Math.floor(this.next() * list.length)];
    if (found === undefined) throw new Error("Can't pick from an empty list.");
    return found;
  }

  /** `min` to `max` different members, in the order of the list. */
  some<T>(list: readonly T[], min: number, max: number): T[] {
    const left = [...list.keys()];
    const count = Math.min(this.int(min, max), list.length);
    const chosen = new Set<number>();
    while (chosen.size < count) chosen.add(left.splice(this.int(0, left.length - 1), 1)[0] ?? 0);
    return list.filter((_, index) => chosen.has(index));
  }

  /** An id in PocketBase's format: 15 letters and digits. */
  id(length = 15): string {
    let id = '';
    while (id.length < length) id += this.pick([...'abcdefghijklmnopqrstuvwxyz0123456789']);
    return id;
  }
}
