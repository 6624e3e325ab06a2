/** What the settings say of who runs the marketplace; `null` where they say nothing. */
export interface Operator {
  name: string | null;
  termsUrl: string | null;
  privacyUrl: string | null;
  contactUrl: string | null;
}
