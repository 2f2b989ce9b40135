// chunks: filters
/** Lower-cases A to Z only: SQLite and the backend treat names as equal when nothing else differs. */
export const foldName = (name: string): string => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
