import type { IncomingMessage } from 'node:http';
import type { AuthRoute, OAuthErrorCode } from '@mkt/protocol';
import { SCHEMAS } from '@mkt/protocol/schemas';
import { validate, type ValidatedName } from '@mkt/protocol/validate';
import { readFormBody, type BodyLimits, type BodySource } from './body.ts';

/** A refusal in the form that OAuth prescribes, always with status 400. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode, description: string) {
    super(description);
    this.name = 'OAuthError';
    this.code = code;
  }
}

const invalidRequest = (description: string) => new OAuthError('invalid_request', description);

/**
 * The parameters of the route's schema from a form. A parameter without a value is as if it were
 * omitted, unknown ones are ignored, repeated ones refused (RFC 6749, section 3.2).
 */
export async function formBody(
  { body: name }: AuthRoute,
  req: IncomingMessage,
  limits: BodyLimits,
  source: Pick<BodySource, 'charge'>,
): Promise<unknown> {
  if (!name) return undefined;
  const form = await readFormBody(req, limits, source);
  if (!form) throw invalidRequest('Send the body as application/x-www-form-urlencoded.');
  const fields: Record<string, string> = {};
  for (const field of Object.keys(SCHEMAS[name]['properties'] as object)) {
    const [value, ...others] = form.getAll(field);
    if (others.length > 0) throw invalidRequest(`${field} must not be repeated.`);
    if (value) fields[field] = value;
  }
  const checked = validate(name as ValidatedName, fields);
  if (checked.ok) return checked.value;
  const [{ path, message } = { path: '', message: 'is not valid' }] = checked.details;
  throw invalidRequest(`${path.slice(1)} ${message}.`);
}
