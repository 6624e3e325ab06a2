import { ApiError } from '@mkt/client';
import { LOCAL } from '../../form/listing-problems.ts';

/** What an import that failed means for the seller. */
interface ImportProblem {
  title: string;
  /** What to do next; `undefined` if the error says it. */
  next: string | undefined;
  /** Whether `mkt validate` explains more. */
  canValidate: boolean;
}

const counted = (count: number) => (count === 1 ? '1 error' : `${count} errors`);

/** The errors of an import in words of their own (docs/reference/protocol.md#errors-of-an-import). */
export function importProblem(error: unknown, otherwise: string, isDev: boolean): ImportProblem {
  const type = error instanceof ApiError ? error.type : '';
  switch (type) {
    case 'network':
      return {
        title: 'The service cannot be reached',
        next: 'Check the address, and that the service is running and reachable from outside your network. Then preview again.',
        canValidate: true,
      };
    case 'non_ok_status':
      return {
        title: 'The service did not return its contract',
        next: 'It was reached, but /contract must respond with status 200 and without a redirect or a login. Then preview again.',
        canValidate: true,
      };
    case 'invalid_json':
      return {
        title: 'The contract of this service is not valid JSON',
        next: 'The service responded, but /contract must return one JSON document. Fix it and preview again.',
        canValidate: true,
      };
    case 'invalid_contract': {
      const count = error instanceof ApiError ? error.details.length : 0;
      return {
        title:
          count > 0
            ? `The contract of this service has ${counted(count)}`
            : 'The contract of this service is not valid',
        next: 'Fix these places in /contract, then preview again.',
        canValidate: true,
      };
    }
    case 'url_not_allowed':
      return {
        title: 'The marketplace may not call this address',
        next: isDev
          ? 'Enter an http or https address, such as http://localhost:8810.'
          : 'Deploy the service, or open a tunnel to it, and enter its public https address.',
        canValidate: false,
      };
    case 'slug_taken':
      return { title: 'This slug is taken', next: undefined, canValidate: false };
    default:
      return { title: otherwise, next: undefined, canValidate: false };
  }
}

const SCHEMA_AND_SAMPLE = / The schema: (\S+)\. A contract to copy: (\S+)\.$/;

interface WithoutLinks {
  sentence: string;
  links: { label: string; href: string }[];
}

/** What the marketplace says about a contract, and the addresses that it names at the end. */
export function withoutLinks(reason: string): WithoutLinks {
  const [named = '', schema, sample] = SCHEMA_AND_SAMPLE.exec(reason) ?? [];
  if (schema === undefined || sample === undefined) return { sentence: reason, links: [] };
  return {
    sentence: reason.slice(0, -named.length),
    links: [
      { label: 'The schema', href: schema },
      { label: 'A contract to copy', href: sample },
    ],
  };
}

const HOST = /^(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?(?:\/|$)/i;

/** The address of a service as typed: `localhost:8810` and `api.example.com` need no scheme. */
export function serviceAddress(typed: string): string {
  const text = typed.trim();
  if (!HOST.test(text)) return text;
  return `${LOCAL.test(text) ? 'http' : 'https'}://${text}`;
}
