import type { Order } from '@mkt/client';

type Metadata = Order['metadata'];

const NAME = /^[A-Za-z0-9_.-]{1,40}$/;
const MAX_TEXT = 200;

/** `job=nightly` as a name and a text; `undefined` if no order can have it. */
export function readMember(member: string): [name: string, text: string] | undefined {
  const equals = member.indexOf('=');
  const name = member.slice(0, equals);
  const text = member.slice(equals + 1);
  if (equals < 1 || !NAME.test(name)) return undefined;
  return text.length <= MAX_TEXT && !text.includes('\0') ? [name, text] : undefined;
}

/** The texts that the address asks for, as in `?metadata=job%3Dnightly`; one for each name. */
export function readMetadata(params: URLSearchParams): Metadata {
  const members = params.getAll('metadata').flatMap((member) => {
    const read = readMember(member);
    return read ? [read] : [];
  });
  return Object.fromEntries(members);
}

/** Adds the texts to a query of the address. */
export function writeMetadata(params: URLSearchParams, metadata: Metadata): URLSearchParams {
  for (const [name, text] of Object.entries(metadata)) params.append('metadata', `${name}=${text}`);
  return params;
}
