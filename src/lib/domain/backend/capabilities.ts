/** What a backend can do, as facts: nothing else asks for its version. */
export interface Capabilities {
  /** Administrators have a picture that they choose. */
  readonly hasAvatars: boolean;
  /** What people call an administrator; several of them with an `s`. */
  readonly administratorWord: 'admin' | 'superuser';
}
