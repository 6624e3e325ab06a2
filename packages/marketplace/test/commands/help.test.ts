import { expect, it } from 'vitest';
import { importFrom, startProgram } from '../child-program.ts';

/** Prints the general help, then the names of the libraries that were loaded for it. */
const HELP = `
  import { registerHooks } from 'node:module';
  const libraries = new Set();
  registerHooks({
    load(url, context, next) {
      const [, name] = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url) ?? [];
      if (name) libraries.add(name);
      return next(url, context);
    },
  });
  const { main } = await import(${importFrom('main.ts')});
  await main(['--help']);
  process.stderr.write(JSON.stringify([...libraries]));
`;

it('the general help is shown at once: it loads no database and no server', async () => {
  const program = startProgram(HELP);
  expect(await program.line()).toBe('Usage: mkt-marketplace [options] [command]');
  expect(await program.ended).toBe(0);
  expect(JSON.parse(program.errors())).toEqual(['commander']);
});
