/**
 * A variable of the environment, where the runtime has one. Read when a service is defined, never
 * at import.
 */
export function readEnvironment(name: string): string | undefined {
  return typeof process === 'object' ? process.env?.[name] : undefined;
}

/** Where results are checked and a missing `baseUrl` is taken from the request. */
export const isDevelopment = (): boolean => readEnvironment('NODE_ENV') !== 'production';
