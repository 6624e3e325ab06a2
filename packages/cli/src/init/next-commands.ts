import { relative, sep } from 'node:path';
import type { Output } from '../terminal/output.ts';
import { quoteArgument } from '../terminal/printable.ts';
import type { Shell } from '../terminal/shell.ts';
import { packageManagerOf } from './package-manager.ts';
import { findTemplate } from './template-table.ts';

/** What the user types after `mkt init`, one command line each. */
interface NextCommands {
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
  const path = shownPath(cwd, folder);
  return {
    enter: path === '' ? undefined : `cd ${quoteArgument(path)}`,
    install: startCommand === undefined ? `${manager} install` : undefined,
    start: startCommand ?? `${manager} run dev`,
  };
}

/** The path of the project from the current folder; the whole path if it is not below that, empty if it is that. */
export function shownPath(cwd: string, folder: string): string {
  const path = relative(cwd, folder);
  return path.split(sep)[0] === '..' ? folder : path;
}

/**
 * Prints the steps that remain, one terminal each. The step that starts the service is left out once it
 * is about to be started.
 */
export function showSteps(
  output: Output,
  steps: {
    commands: NextCommands;
    /** Address of the service to publish first. */
    serviceUrl: string;
    /** What to know about the Node of the folder before the steps. */
    oldNode: string | undefined;
    isInstalled: boolean;
    isStarting: boolean;
  },
): void {
  const { enter, install, start } = steps.commands;
  const show = (purpose: string, ...commands: (string | undefined)[]) => {
    output.line(purpose);
    for (const line of commands) if (line !== undefined) output.line(`  ${line}`);
  };
  const inOneLine = (...parts: (string | undefined)[]) =>
    parts.filter((part) => part !== undefined).join(' && ');
  if (steps.oldNode !== undefined) output.warn(steps.oldNode);
  if (!steps.isStarting) {
    const { origin } = new URL(steps.serviceUrl);
    show(
      `Start it, on ${origin}:`,
      inOneLine(enter, steps.isInstalled ? undefined : install, start),
    );
  }
  show(
    'In a second terminal, start a marketplace on this machine:',
    inOneLine(enter, 'npx mkt marketplace serve --dev'),
  );
  show(
    'In a third, check the service and sell it:',
    enter,
    `npx mkt validate --service-url ${steps.serviceUrl}`,
    `npx mkt publish --service-url ${steps.serviceUrl}`,
  );
}
