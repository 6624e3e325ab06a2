import type { Operator } from '../market/operator.ts';
import { ConfigError } from './data-folder.ts';
import type { SettingName } from './settings.ts';

const NAME_CHARACTERS = 80;
const CONTROLS = /\p{Cc}/u;
const ADDRESS = /^mailto:[^\s@?]+@[^\s@?]+$/;

function nameOf(text: string | null): string | null {
  if (text === null) return null;
  if (text.length > NAME_CHARACTERS || CONTROLS.test(text)) {
    throw new ConfigError(
      `MKT_OPERATOR_NAME must be one line of at most ${NAME_CHARACTERS} characters.`,
    );
  }
  return text;
}

/** Everyone who opens a page may follow the link, so nothing else runs or is shown by it. */
function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === 'https:' && username === '' && password === '';
}

function linkOf(name: SettingName, text: string | null): string | null {
  if (text === null || isWebAddress(text)) return text;
  throw new ConfigError(
    `${name} must be an https URL without a user or password, such as https://example.com/terms.`,
  );
}

function contactOf(text: string | null): string | null {
  if (text === null || ADDRESS.test(text) || isWebAddress(text)) return text;
  throw new ConfigError(
    'MKT_CONTACT_URL must be an https URL without a user or password, or an email address such as mailto:help@example.com.',
  );
}

/** Who runs the marketplace, as far as the settings say. Throws `ConfigError`. */
export const operatorOf = (textOf: (name: SettingName) => string | null): Operator => ({
  name: nameOf(textOf('MKT_OPERATOR_NAME')),
  termsUrl: linkOf('MKT_TERMS_URL', textOf('MKT_TERMS_URL')),
  privacyUrl: linkOf('MKT_PRIVACY_URL', textOf('MKT_PRIVACY_URL')),
  contactUrl: contactOf(textOf('MKT_CONTACT_URL')),
});
