import { readdirSync, readFileSync } from 'node:fs';
import { vi } from 'vitest';
import { type Engine, type Role, selectorOf } from './engine.ts';

/** Each step may load code and wait for the backend, on a busy machine. */
const PATIENCE = { timeout: 20_000, interval: 50 };

/** What a person does in a browser, in the words of the screen. Every step waits until it is possible. */
export interface Visitor {
  open(url: string): Promise<void>;
  click(role: Role, name: string): Promise<void>;
  type(label: string, text: string): Promise<void>;
  chooseFile(label: string, path: string): Promise<void>;
  /** Waits until the visible text of the page contains `text`. */
  see(text: string): Promise<void>;
  /** Waits for the downloaded file whose name ends like this, and returns its text. */
  downloaded(ending: string): Promise<string>;
}

export function createVisitor<Handle>(engine: Engine<Handle>): Visitor {
  /** Tries again while the element is not there, or the page has replaced it. */
  const use = (role: Role, name: string, act: (handle: Handle) => Promise<void>): Promise<void> =>
    vi.waitFor(async () => {
      const handle = await engine.find(selectorOf(role), name);
      if (handle === undefined) throw new Error(`No ${role} "${name}" can be used:\n${await engine.text()}`);
      await act(handle);
    }, PATIENCE);
  return {
    open: engine.open,
    click: (role, name) => use(role, name, engine.click),
    type: (label, text) => use('textbox', label, (handle) => engine.type(handle, text)),
    chooseFile: (label, path) => use('file', label, (handle) => engine.chooseFile(handle, path)),
    see: (text) =>
      vi.waitFor(async () => {
        const shown = await engine.text();
        if (!shown.includes(text)) throw new Error(`"${text}" is not shown:\n${shown}`);
      }, PATIENCE),
    downloaded: (ending) =>
      vi.waitFor(() => {
        const name = readdirSync(engine.downloads).find((each) => each.endsWith(ending));
        const text = name === undefined ? '' : readFileSync(`${engine.downloads}/${name}`, 'utf8');
        // A browser creates the file before it writes.
        if (text === '') throw new Error(`No file ${ending} was downloaded`);
        return text;
      }, PATIENCE),
  };
}
