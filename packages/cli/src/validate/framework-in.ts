import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FRAMEWORKS, type Framework } from '@mkt/conformance';
import { isObject } from '@mkt/protocol';

/** The framework that the project in a folder depends on, if there is exactly one. */
export async function frameworkIn(folder: string): Promise<Framework | undefined> {
  let manifest: unknown;
  try {
    manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  } catch {
    return undefined;
  }
  const dependencies = isObject(manifest) ? manifest['dependencies'] : undefined;
  if (!isObject(dependencies)) return undefined;
  const [only, ...others] = FRAMEWORKS.filter((name) => Object.hasOwn(dependencies, name));
  return others.length === 0 ? only : undefined;
}
