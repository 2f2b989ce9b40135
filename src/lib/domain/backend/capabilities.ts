/** What a backend can do, as facts: nothing else asks for its version. */
export interface Capabilities {
  /** Administrators have a picture that they choose. */
  readonly hasAvatars: boolean;
}
