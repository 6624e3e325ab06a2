import type { TestProject } from 'vitest/node';
import { publishAll } from './publish-all.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A registry on loopback that has all our packages, as a release publishes them. */
    registry: { url: string; published: string[] };
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const registry = await publishAll();
  project.provide('registry', { url: registry.url, published: registry.published() });
  return async () => registry[Symbol.asyncDispose]();
}
