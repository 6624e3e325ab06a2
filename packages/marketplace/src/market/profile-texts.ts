/** What a seller writes in its profile. */
export interface ProfileTexts {
  /** One line; not unique. */
  name: string;
  /** An https URL, like the other three. */
  website: string | null;
  contact: string | null;
  termsUrl: string | null;
  documentationUrl: string | null;
}
