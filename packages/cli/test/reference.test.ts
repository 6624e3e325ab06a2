import { expect, it } from 'vitest';
import { COMMANDS } from '../src/command-line/command-table.ts';
import { EXIT_CODES } from '../src/errors/exit-codes.ts';
import { renderReference } from '../src/command-line/reference.ts';

it('the reference has every command with its examples, and every error type with its code', async () => {
  const text = await renderReference();
  const own = COMMANDS.filter(({ kind }) => kind === 'own');
  for (const { name } of COMMANDS) expect(text).toContain(`## mkt ${name}\n`);
  for (const { name } of own) expect(text).toContain(`Usage: mkt ${name} `);
  expect(text.match(/^Examples:$/gm)).toHaveLength(own.length);
  for (const type of Object.keys(EXIT_CODES)) expect(text).toContain(`\`${type}\``);
});

it('the reference is the same each time, wherever it is made', async () => {
  expect(await renderReference()).toBe(await renderReference());
});
