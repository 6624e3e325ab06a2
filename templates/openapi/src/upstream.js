import { ServiceError } from "@mkt/seller-kit";

/** The marketplace waits 30 seconds for a call. */
const TIMEOUT_MS = 25_000;
/** The marketplace accepts results of up to 1 MiB. */
const MAX_RESPONSE_BYTES = 1024 * 1024;
const MAX_LOGGED_BYTES = 1024;

/**
 * Calls the API and returns its JSON. Whatever goes wrong becomes a `ServiceError`, whose sentence
 * buyers read: it says nothing about your key, the address of the API, or its own error texts. Those
 * go to your log. A failed call is not repeated, because the API may have done its work. `key` is your
 * key, which no text may contain.
 */
export async function callUpstream({ url, method, headers = {}, body, key, signal, timeoutMs = TIMEOUT_MS }) {
  const secrets = key ? [key.split(" ").at(-1), Buffer.from(key).toString("base64")] : [];
  const timeout = AbortSignal.timeout(timeoutMs);
  const log = (text) => console.error(`[api] ${method} ${new URL(url).pathname}: ${printable(text, secrets)}`);
  const fail = (status, sentence, details) => {
    log(details ?? sentence);
    return new ServiceError(status, sentence);
  };
  let response;
  let text;
  try {
    response = await fetch(url, {
      method,
      headers: {
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      body,
      // A redirect would send your key to another address.
      redirect: "manual",
      signal: AbortSignal.any([timeout, ...(signal ? [signal] : [])]),
    });
    if (!response.ok) {
      const details = `it returned ${response.status}: ${await excerpt(response)}`;
      throw fail(...refusalOf(response.status), details);
    }
    text = await readText(response, MAX_RESPONSE_BYTES);
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    if (timeout.aborted) throw fail(504, "The API behind this service did not respond in time");
    const sentence = response
      ? "The API behind this service did not finish its response"
      : "The API behind this service cannot be reached";
    throw fail(502, sentence, `${sentence}: ${error.cause?.message ?? error.message}`);
  }
  if (text === undefined) throw fail(502, "The response of the API behind this service is too large");
  if (text.trim() === "") return null;
  if (secrets.some((secret) => secret.length >= 8 && text.includes(secret)))
    throw fail(502, "The API behind this service returned what it must not", "the response contains your key");
  const type = response.headers.get("content-type") ?? "";
  const value = /[/+]json\b/i.test(type) ? parse(text) : undefined;
  if (value === undefined)
    throw fail(502, "The API behind this service did not return JSON", `it returned ${type || "no content type"}`);
  return value;
}

/** The header with your key, or none if the API needs no key. */
export function keyHeaders(name, value) {
  if (name === "") return {};
  if (!value) throw new Error(`UPSTREAM_KEY is not set: put the value of the header ${name} into .env`);
  try {
    new Headers({ [name]: value });
  } catch {
    throw new Error("UPSTREAM_KEY contains characters that a header cannot have");
  }
  return { [name]: value };
}

/** Adds fields to the query string of an address; a list is repeated, and null is left out. */
export function withQuery(url, fields) {
  const target = new URL(url);
  for (const [name, value] of Object.entries(fields ?? {})) {
    for (const each of [value].flat()) {
      if (each === null || each === undefined) continue;
      target.searchParams.append(name, typeof each === "object" ? JSON.stringify(each) : String(each));
    }
  }
  return target.href;
}

/** The message for the buyer when the API returns a status that is not 2xx. */
function refusalOf(status) {
  if ([400, 404, 409, 410, 413, 414, 422].includes(status))
    return [422, "The API behind this service refused this input"];
  if (status === 429) return [503, "The API behind this service is busy. Try again later"];
  if (status >= 500) return [502, "The API behind this service failed"];
  return [502, "The API behind this service refused the call"];
}

/** The body as text, `undefined` if it is too large. */
async function readText(response, maxBytes) {
  const chunks = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) return undefined; // leaving the loop closes the connection
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The start of an error's body, for your log. */
async function excerpt(response) {
  const text = await readText(response, 64 * MAX_LOGGED_BYTES).catch(() => undefined);
  return text === undefined ? "(a body that cannot be read)" : text.slice(0, MAX_LOGGED_BYTES);
}

/** On one line, and without your key. */
function printable(text, secrets) {
  const hidden = secrets.reduce((rest, secret) => rest.replaceAll(secret, "[key]"), text);
  return hidden.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu, " ");
}

/** Keeps the digits of numbers that JavaScript would round. `undefined` if the text is not JSON. */
function parse(text) {
  try {
    return JSON.parse(text, (_, value, { source }) =>
      typeof value === "number" && String(value) !== source ? JSON.rawJSON(source) : value,
    );
  } catch {
    return undefined;
  }
}
