/** Reads local storage; undefined where it is blocked or the key is absent. */
export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Writes local storage, or removes the key for undefined. Returns false when it is full or blocked. */
export function store(key: string, value: string | undefined): boolean {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** A list of texts out of stored JSON; anything else counts as an empty list. */
export function readStoredList(key: string): string[] {
  try {
    const list: unknown = JSON.parse(readStored(key) ?? '[]');
    return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [];
  } catch {
    return [];
  }
}
