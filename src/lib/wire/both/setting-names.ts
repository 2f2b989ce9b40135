/** What a line calls its settings, where that differs from Atoll's words. */
export interface SettingNames {
  /** Sections with another name; '' is for members that stand in no section. */
  readonly sections: Readonly<Record<string, string>>;
  /** Members with another name: in one section, or in all. */
  readonly members: Readonly<Record<string, string>>;
  /** Lists of objects, by path. */
  readonly lists?: Readonly<Record<string, ListWords>>;
}

/** How the objects of a list are said. */
export interface ListWords {
  /** Called with each stored object, of any type. */
  readonly read: (stored: unknown) => unknown;
  readonly write: (item: never) => unknown;
  /** The members of the model by the keys of the backend, where they differ. */
  readonly members: Readonly<Record<string, string>>;
}
