/**
 * The few parts of a browser that stores use, for store tests without a browser. Import it before any module of
 * `src`, because these modules use the window while they load.
 */
export interface BrowserStub {
  readonly storage: Map<string, string>;
  /** The session storage of this tab. */
  readonly tabStorage: Map<string, string>;
  /** Maximum length of a value in local storage, in characters; longer writes fail as in a full storage. */
  quota: number;
  /** Address of the backend, as in the page's head. */
  backend: string;
  /** The list of backends, as in the page's head. */
  backends: string;
  /** Whether the operator has set the read-only mode, as in the page's head. */
  readOnly: string;
  /** Leaves or hides the page like a user. */
  dispatch(event: 'pagehide' | 'hidden' | 'hashchange' | 'popstate' | 'focus'): void;
  /** Hides the page, like another tab that is opened, until `unhide`. */
  hide(): void;
  unhide(): void;
  /** Acts as another tab that writes to local storage, or clears it when there is no key, and notifies the page. */
  storeElsewhere(key: string | null, value?: string): void;
  /** Whether the page asks before it is closed or reloaded. */
  asksOnUnload(): boolean;
}

const storage = new Map<string, string>();
const tabStorage = new Map<string, string>();
export const browser: BrowserStub = {
  storage,
  tabStorage,
  quota: Number.POSITIVE_INFINITY,
  backend: '',
  backends: '',
  readOnly: '',
  dispatch(event) {
    if (event === 'hidden') {
      page.visibilityState = 'hidden';
      page.dispatchEvent(new Event('visibilitychange'));
      page.visibilityState = 'visible';
    } else screen.dispatchEvent(new Event(event));
  },
  hide() {
    page.visibilityState = 'hidden';
    page.dispatchEvent(new Event('visibilitychange'));
  },
  unhide() {
    page.visibilityState = 'visible';
    page.dispatchEvent(new Event('visibilitychange'));
  },
  storeElsewhere(key, value) {
    if (key === null) storage.clear();
    else if (value === undefined) storage.delete(key);
    else storage.set(key, value);
    const event = Object.assign(new Event('storage'), { key, newValue: value ?? null });
    screen.dispatchEvent(event);
  },
  asksOnUnload: () => !screen.dispatchEvent(new Event('beforeunload', { cancelable: true })),
};

const storageOf = (stored: Map<string, string>) => ({
  getItem: (key: string) => stored.get(key) ?? null,
  removeItem: (key: string) => void stored.delete(key),
  setItem(key: string, value: string) {
    if (value.length > browser.quota) throw new DOMException('Full.', 'QuotaExceededError');
    stored.set(key, value);
  },
});
const localStorage = storageOf(storage);

let hash = '';
const location = {
  origin: 'http://atoll.test',
  search: '',
  reload() {},
  get hash() {
    return hash;
  },
  set hash(next: string) {
    hash = next === '' || next === '#' ? '' : `#${next.replace(/^#/, '')}`;
  },
  get href() {
    return `http://atoll.test/${location.search}${hash}`;
  },
};

const history = {
  state: null,
  replaceState(_state: unknown, _title: string, next: string | URL) {
    const { search, hash: nextHash } = new URL(String(next), location.href);
    location.search = search;
    location.hash = nextHash;
  },
  pushState(_state: unknown, title: string, next: string | URL) {
    history.replaceState(null, title, next);
  },
};

class Page extends EventTarget {
  visibilityState = 'visible';
  get hidden() {
    return this.visibilityState === 'hidden';
  }
  baseURI = 'http://atoll.test/';
  title = '';
  documentElement = { dataset: {} as Record<string, string> };
  querySelector(selector: string) {
    const content = {
      'meta[name="atoll-backend"]': browser.backend,
      'meta[name="atoll-backends"]': browser.backends,
      'meta[name="atoll-read-only"]': browser.readOnly,
    }[selector];
    return content === undefined ? null : { content };
  }
}

class Screen extends EventTarget {
  localStorage = localStorage;
}

const page = new Page();
const screen = new Screen();

for (const [name, value] of Object.entries({
  localStorage,
  sessionStorage: storageOf(tabStorage),
  location,
  history,
  document: page,
  window: screen,
})) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
