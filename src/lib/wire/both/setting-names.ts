/** What a line calls its settings, where that differs from Atoll's words. */
export interface SettingNames {
  /** Sections with another name. */
  readonly sections: Readonly<Record<string, string>>;
  /** Members with another name: in one section, or in all. */
  readonly members: Readonly<Record<string, string>>;
}
