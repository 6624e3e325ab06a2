// Sellers that leave out or change a header that every response must have.
import { at, send, type BrokenSeller } from './broken-seller.ts';

const ON_CONTRACT = /on GET \/contract/;

/** The good contract with other headers. */
const headers = (given: Record<string, string | string[] | null>) =>
  at('GET /contract', (response, { provider }) =>
    send(response, { headers: given, body: JSON.stringify({ provider }) }),
  );

const cors = (that: string, value: string | string[] | null, says = ON_CONTRACT): BrokenSeller => ({
  that,
  fault: headers({ 'access-control-allow-origin': value }),
  check: 'cors',
  says,
  next: /Set it on every response, including errors/,
});

const type = (that: string, value: string | null, says = ON_CONTRACT): BrokenSeller => ({
  that,
  fault: headers({ 'content-type': value }),
  check: 'content-type',
  says,
  next: /Content-Type: application\/json/,
});

export const HEADERS: BrokenSeller[] = [
  cors('leaves CORS out', null),
  cors('allows one origin', 'https://a.example', /it is "https:\/\/a\.example" there/),
  cors('allows every origin twice', ['*', '*'], /it is "\*, \*" there/),
  {
    that: 'leaves CORS out of errors',
    options: { breaks: 'cors-error' },
    check: 'cors',
    says: /on GET \/no-such-path/,
    next: /including errors/,
  },
  type('calls its JSON text', 'text/plain'),
  type('says nothing about its type', null),
  type(
    'calls its JSON Latin-1',
    'application/json; charset=iso-8859-1',
    /charset other than UTF-8/,
  ),
];
