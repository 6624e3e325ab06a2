/** An environment variable, if it can be read: Workers have no `process`, and Deno may deny access. */
export type Variable = { isReadable: true; value: string | undefined } | { isReadable: false };

/** Reads a variable of `process.env`. Called when a service is defined, never at import. */
export function lookUpVariable(name: string): Variable {
  try {
    const environment: unknown = typeof process === 'object' ? process?.env : undefined;
    if (typeof environment !== 'object' || environment === null) return { isReadable: false };
    return { isReadable: true, value: (environment as Record<string, string | undefined>)[name] };
  } catch {
    return { isReadable: false };
  }
}

export function readEnvironment(name: string): string | undefined {
  const variable = lookUpVariable(name);
  return variable.isReadable ? variable.value : undefined;
}

/** In development, results are checked and a missing `baseUrl` is taken from the request. */
export const isDevelopment = (): boolean => readEnvironment('NODE_ENV') !== 'production';
