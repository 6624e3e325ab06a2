import { CliError } from '../errors/cli-error.ts';
import { chooseText, keyFile } from './upstream-key.ts';
import type { Preparation, Prepared } from './templates.ts';

const METHODS = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'];
const SECRET_NAME = /key|token|secret|auth|pass|sig/i;
const NOT_KEYS = /^(?:host|content-.*|transfer-encoding|connection|accept|expect|upgrade|te)$/i;

/** Asks which API the service wraps. */
export async function prepareProxy(preparation: Preparation): Promise<Prepared> {
  const upstream = await chooseText(preparation, {
    option: 'upstream',
    message: 'Address of the API to call',
    check: isAddress,
  });
  const upstreamMethod = await chooseMethod(preparation);
  const upstreamHeader = await chooseHeader(preparation);
  const message = `The value of the header ${upstreamHeader}`;
  return {
    values: { upstream: new URL(upstream).href, upstreamMethod, upstreamHeader },
    files: upstreamHeader === '' ? {} : await keyFile(preparation, message),
  };
}

function isAddress(text: string): true | string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    return 'Enter an address such as https://api.example.com/v1/translate';
  }
  const secret = [...url.searchParams.keys()].find((name) => SECRET_NAME.test(name));
  if (url.username !== '' || url.password !== '' || secret !== undefined) {
    return 'Leave keys and passwords out of the address, which is committed: send them in a header';
  }
  return true;
}

async function chooseMethod({ ask, isAsking, options }: Preparation): Promise<string> {
  const given = options['upstreamMethod'];
  if (typeof given === 'string') {
    if (METHODS.includes(given.toUpperCase())) return given.toUpperCase();
    throw new CliError('invalid_usage', `--upstream-method must be one of ${METHODS.join(', ')}.`);
  }
  if (!isAsking) return 'POST';
  return await ask.choice({
    message: 'Method of the call',
    flag: '--upstream-method',
    default: 'POST',
    choices: METHODS.map((value) => ({ value, name: value })),
  });
}

async function chooseHeader({ ask, isAsking, options }: Preparation): Promise<string> {
  const given = options['upstreamHeader'];
  if (typeof given !== 'string') {
    if (!isAsking) return '';
    const message = 'Header with your key, such as authorization (empty: none)';
    const answer = await ask.text({ message, flag: '--upstream-header', check: isHeader });
    return answer.trim().toLowerCase();
  }
  const verdict = isHeader(given);
  if (verdict === true) return given.trim().toLowerCase();
  throw new CliError('invalid_usage', `--upstream-header: ${verdict}.`);
}

const isHeader = (text: string): true | string =>
  (/^[\w!#$%&'*+.^`|~-]*$/.test(text.trim()) && !NOT_KEYS.test(text.trim())) ||
  'Enter the name of a header, such as authorization or x-api-key';
