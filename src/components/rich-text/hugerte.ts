/**
 * The core of the rich-text editor. It creates the global with which the other parts register: `load-editor.ts` runs
 * it before them. Each part is a chunk of its own, because running all of them is one long task. The styles of the
 * editor are not included; RichText.tsx imports them.
 */
import hugerte from 'hugerte';

export default hugerte;
