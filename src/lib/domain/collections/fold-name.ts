/** Folds the case of A to Z only: to SQLite, and to the backend, names that differ in nothing else are the same. */
export const foldName = (name: string): string => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
