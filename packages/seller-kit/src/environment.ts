/** `process.env`, if there is one: Workers have no `process`. Reading it may throw in Deno. */
export function lookUpEnvironment(): Readonly<Record<string, string | undefined>> | undefined {
  const environment: unknown = typeof process === 'object' ? process?.env : undefined;
  if (typeof environment !== 'object' || environment === null) return undefined;
  return environment as Record<string, string | undefined>;
}

/** Reads a variable of `process.env`. Called when a service is defined, never at import. */
export function readEnvironment(name: string): string | undefined {
  try {
    return lookUpEnvironment()?.[name];
  } catch {
    return undefined;
  }
}

/** In development, results are checked and a missing `baseUrl` is taken from the request. */
export const isDevelopment = (): boolean => readEnvironment('NODE_ENV') !== 'production';
