import { basename, relative } from 'node:path';
import type { Output } from '../terminal/output.ts';
import { printable, quoteArgument } from '../terminal/printable.ts';
import type { Shell } from '../terminal/shell.ts';
import { packageManagerOf } from './package-manager.ts';
import { findTemplate } from './template-table.ts';

/** What the user types after `mkt init`, one command line each. */
interface NextCommands {
  /** The folder as it is shown. */
  shown: string;
  /** `cd` into the project; missing if it is the current folder. */
  enter: string | undefined;
  install: string | undefined;
  start: string;
}

export function nextCommands({
  folder,
  template,
  cwd,
  env,
}: {
  folder: string;
  template: string;
  cwd: string;
  env: Shell['env'];
}): NextCommands {
  const { startCommand } = findTemplate(template);
  const manager = packageManagerOf(env);
  const path = relative(cwd, folder);
  return {
    shown: path || basename(folder),
    enter: path === '' ? undefined : `cd ${quoteArgument(path)}`,
    install: startCommand === undefined ? `${manager} install` : undefined,
    start: startCommand ?? `${manager} run dev`,
  };
}

/** Prints what was made, and the next commands. */
export function showProject(
  output: Output,
  project: {
    commands: NextCommands;
    files: number;
    port: number;
    /** Of the service to publish first. */
    path: string;
    isLinked: boolean;
  },
): void {
  const { shown, enter, install, start } = project.commands;
  const url = `http://localhost:${project.port}`;
  const show = (purpose: string, ...parts: (string | undefined)[]) => {
    output.line(purpose);
    output.line(`  ${parts.filter((part) => part !== undefined).join(' && ')}`);
  };
  output.line(`${output.style.green('✔')} ${printable(shown)}/   ${project.files} files`);
  show(`Start it, on ${url}:`, enter, install, start);
  show(
    'Check it while it runs, in a second terminal:',
    enter,
    `npx mkt validate --service-url ${url}${project.path}`,
  );
  show(
    'Sell it on a marketplace on this machine:',
    `npx mkt publish --service-url ${url}${project.path}`,
  );
  if (project.isLinked) {
    output.line('It uses the packages of this checkout of mkt.');
  }
}
