/**
 * Where mkt saves its logins, on Linux as XDG prescribes. The library is loaded on demand: most
 * commands do not need it.
 */
export async function settingsFolder(): Promise<string> {
  const { default: envPaths } = await import('env-paths');
  return envPaths('mkt', { suffix: '' }).config;
}
