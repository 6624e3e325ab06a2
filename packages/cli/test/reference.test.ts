import { expect, it } from 'vitest';
import { COMMANDS } from '../src/cli/command-table.ts';
import { EXIT_CODES } from '../src/errors/exit-codes.ts';
import { renderReference } from '../src/cli/reference.ts';

it('has every command with its examples, and every error type with its exit code', async () => {
  const text = await renderReference();
  const own = COMMANDS.filter(({ kind }) => kind === 'own');
  for (const { name } of COMMANDS) expect(text).toContain(`## mkt ${name}\n`);
  for (const { name } of own) expect(text).toContain(`Usage: mkt ${name} `);
  expect(text.match(/^Examples:$/gm)).toHaveLength(own.length);
  // The global options are in one section, to which every command links.
  expect(text.match(/--no-input/g)).toHaveLength(1);
  expect(text.match(/\(#global-options\)/g)).toHaveLength(own.length + 1);
  for (const type of Object.keys(EXIT_CODES)) expect(text).toContain(`\`${type}\``);
});

it('is deterministic', async () => {
  expect(await renderReference()).toBe(await renderReference());
});
