// The OpenAPI document passes the recommended rules of two linters without a warning.
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { describe, expect, it } from 'vitest';
import { exampleDocument } from './openapi-document.ts';

const document = exampleDocument();

async function redocly(source: object): Promise<string[]> {
  const problems = await lintFromString({
    source: JSON.stringify(source),
    absoluteRef: '/openapi.json',
    config: await createConfig({ extends: ['recommended'] }),
  });
  return problems.map(
    ({ ruleId, message, location: [at] }) => `${ruleId}: ${message} ${at?.pointer}`,
  );
}

async function spectral(source: object): Promise<string[]> {
  const linter = new spectralCore.Spectral();
  linter.setRuleset({ extends: [[rulesets.oas as RulesetDefinition, 'recommended']] });
  const problems = await linter.run(JSON.stringify(source));
  return problems.map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`);
}

describe.each([
  { name: 'redocly', lint: redocly, rule: 'tag-description' },
  { name: 'spectral:oas', lint: spectral, rule: 'operation-tag-defined' },
])('the recommended rules of $name', ({ lint, rule }) => {
  it('report no problem', async () => {
    expect(await lint(document)).toEqual([]);
  });

  it('would report a problem', async () => {
    const tags = [{ name: 'Orders' }];
    expect(await lint({ ...document, tags })).toContainEqual(expect.stringMatching(`^${rule}:`));
  });
});
