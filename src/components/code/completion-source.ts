/** Completions, or a function that returns the current ones for the path that ends at the caret. */
export type CompletionSource = readonly string[] | ((prefix: string) => readonly string[]);
