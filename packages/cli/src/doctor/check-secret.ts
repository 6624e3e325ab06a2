import { createHash } from 'node:crypto';
import type { Client } from '@mkt/client';
import type { Provider } from '@mkt/protocol';
import { parseSigningSecrets } from '@mkt/protocol/signing';
import { localSecrets, type LocalSecret } from '../store/known-secrets.ts';
import { quoteArgument } from '../terminal/text.ts';
import type { Shell } from '../terminal/shell.ts';
import { advice, failed, failedRequest, passed, skipped, type Finding } from './finding.ts';

const FINGERPRINT_LENGTH = 8;

/** The beginning of the secret's SHA-256 in hex: it names a secret without revealing it. */
const fingerprintOf = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex').slice(0, FINGERPRINT_LENGTH);

interface SecretCheck {
  client: Client;
  provider: Pick<Provider, 'slug'>;
  scopes: readonly string[];
  shell: Shell;
  file: string;
}

/** Whether a service that is started here verifies calls with the secret of the listing. */
export async function checkSecret(check: SecretCheck): Promise<Finding> {
  const { client, provider, scopes, shell, file } = check;
  const pull = `mkt secrets pull ${quoteArgument(provider.slug)}`;
  const { secrets, unreadable } = await localSecrets(shell, file);
  if (unreadable !== undefined) return failed('secret', unreadable, `ls -l ${quoteArgument(file)}`);
  const malformed = secrets.find(({ value }) => parseSigningSecrets(value) === undefined);
  if (malformed) {
    const { variable, from } = malformed;
    const message = `${variable} in ${from} is malformed: it must be whsec_ followed by base64`;
    return failed('secret', message, pull);
  }
  if (!scopes.includes('provider:secret')) {
    return skipped('secret', 'not compared: the key lacks the scope provider:secret');
  }
  const { ConflictError } = await import('@mkt/client');
  try {
    const { secret } = await client.providers.signingSecret(provider.slug, {
      signal: shell.signal,
    });
    return compare(secret, secrets, { slug: provider.slug, pull, file });
  } catch (error) {
    shell.signal.throwIfAborted();
    if (error instanceof ConflictError) {
      return skipped('secret', `${provider.slug} gets its secret when it is published`);
    }
    return await failedRequest('secret', error, `${pull} --verbose`);
  }
}

function compare(
  expected: string,
  found: readonly LocalSecret[],
  { slug, pull, file }: { slug: string; pull: string; file: string },
): Finding {
  const fingerprint = fingerprintOf(expected);
  if (found.length === 0) {
    const message = `neither ${file} nor the environment has a signing secret; that of ${slug} has the fingerprint ${fingerprint}`;
    return advice('secret', message, pull);
  }
  const hiding = (secret: LocalSecret) =>
    found.find(
      (other) =>
        other.isFromEnvironment &&
        !secret.isFromEnvironment &&
        other.variable === secret.variable &&
        other.value !== secret.value,
    );
  const holders = found.filter(({ value }) => secretsIn(value).includes(expected));
  const visible = holders.find((secret) => !hiding(secret));
  if (visible) {
    const { variable, from } = visible;
    return passed('secret', `${variable} in ${from} is that of ${slug} (${fingerprint})`);
  }
  const [hidden] = holders;
  if (hidden) {
    const { variable, from } = hidden;
    const message = `${variable} in ${from} is that of ${slug}, but the environment has another value for it, which wins`;
    return failed('secret', message, `unset ${variable}`);
  }
  const others = found.flatMap(({ variable, from, value }) =>
    secretsIn(value).map((secret) => `${variable} in ${from} (${fingerprintOf(secret)})`),
  );
  const isOne = others.length === 1;
  const message = `${others.join(', ')} ${isOne ? 'is' : 'are'} not the secret of ${slug} (${fingerprint})`;
  return failed('secret', message, pull);
}

const secretsIn = (value: string) => value.split(',').map((part) => part.trim());
