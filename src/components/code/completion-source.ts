/** Words to offer, or a function that gives those of the moment for the path that ends at the caret. */
export type CompletionSource = readonly string[] | ((prefix: string) => readonly string[]);
