/* The port for providers that a collection can have; where all have the same, nothing asks for it. */
export * from './pb23/providers.ts';
