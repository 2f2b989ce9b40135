/** An account of a provider that is linked to a user. */
export interface ExternalAuth {
  readonly id: string;
  /** Key of the provider, e.g. `google`. */
  readonly provider: string;
  readonly providerId: string;
}
