import { isObject } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import { listAt, objectAt, textAt, type ApiDocument } from './api-document.ts';

/** The address of the first server of a document; `undefined` if it names none that can be called. */
export function serverAddress({ root, address }: ApiDocument): string | undefined {
  const [first] = listAt(root, 'servers');
  const server = isObject(first) ? first : {};
  const variables = objectAt(server, 'variables');
  const url = (textAt(server, 'url') ?? '/').replaceAll(
    /\{([^{}]*)\}/g,
    (whole, name: string) => textAt(objectAt(variables, name), 'default') ?? whole,
  );
  if (url.includes('{') || !URL.canParse(url, address)) return undefined;
  const resolvedUrl = new URL(url, address);
  return isUsable(resolvedUrl) ? plain(resolvedUrl) : undefined;
}

const isUsable = ({ protocol, username, password }: URL) =>
  /^https?:$/.test(protocol) && username === '' && password === '';

/** Without a query and a slash at its end: the paths of the operations follow it. */
const plain = ({ origin, pathname }: URL) => origin + pathname.replace(/\/+$/, '');

/** The address that a user gives. */
export function checkedAddress(text: string): string {
  if (URL.canParse(text) && isUsable(new URL(text))) return plain(new URL(text));
  throw new CliError('invalid_usage', `${text} is not the address of an API.`, {
    next: 'Give it as in: --upstream https://api.example.com/v1',
  });
}
