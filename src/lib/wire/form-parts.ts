/* The port for forms with files. */
import { lined } from './choose.ts';
import { type FormPart, formParts as fileParts23 } from './pb23/form-parts.ts';

/** The parts of a form as the backend takes them: an empty `{field}.{name}` removes a file, and a file is added. */
export const formParts = /* @__PURE__ */ lined<(parts: readonly FormPart[]) => readonly FormPart[]>(
  (parts) => parts,
  fileParts23,
);
