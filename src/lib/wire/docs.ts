/* The port for what the docs of the API say. */
import type { DocsLine } from '#domain/docs/doc.ts';
import { byLine } from './choose.ts';

/** The words of the chosen line: those of the others are not loaded. */
export const docsLine = async (): Promise<DocsLine> =>
  byLine(
    async () => (await import('#domain/docs/v0.22/line.ts')).line,
    async () => {
      // Beside the words, what tells how people sign in.
      const [{ line }] = await Promise.all([
        import('#domain/docs/v0.23/line.ts'),
        import('./pb23/auth-options.ts'),
      ]);
      return line;
    },
  )();
