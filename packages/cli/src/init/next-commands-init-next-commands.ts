import { relative, sep } from 'node:path';
import type { Output } from '../terminal/output.ts';
import { quoteArgument } from '../terminal/text.ts';
import type { Shell } from '../terminal/shell.ts';
import { packageManagerOf } from './package-manager.ts';
import { findTemplate } from './templates.ts';

/** What the user types after `mkt init`, one command line each. */
interface NextCommands {
  /** `cd` into the project; missing if it is the current folder. */
  enter: string | undefined;
  install: string | undefined;
  start: string;
  /** Whether `mkt dev` runs it. */
  runsInDev: boolean;
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
  const { startCommand, runsInDev = true } = findTemplate(template);
  const manager = packageManagerOf(env);
  const path = shownPath(cwd, folder);
  return {
    enter: path === '' ? undefined : `cd ${quoteArgument(path)}`,
    install: startCommand === undefined ? `${manager} install` : undefined,
    start: startCommand ?? `${manager} run dev`,
    runsInDev,
  };
}

/** The path of the project from the current folder; the whole path if it is not below that, empty if it is that. */
export function shownPath(cwd: string, folder: string): string {
  const path = relative(cwd, folder);
  return path.split(sep)[0] === '..' ? folder : path;
}

const MARKETPLACE = 'npx mkt marketplace serve --dev';

/**
 * Prints the steps that remain. Usually `mkt dev` does all; otherwise, and beside a service that is about
 * to be started, one terminal each.
 */
export function showSteps(
  output: Output,
  steps: {
    commands: NextCommands;
    /** Addresses of the services. */
    serviceUrls: readonly string[];
    /** What to know about the Node of the folder before the steps. */
    oldNode: string | undefined;
    isInstalled: boolean;
    isStarting: boolean;
  },
): void {
  const { enter, install, start, runsInDev } = steps.commands;
  const { serviceUrls } = steps;
  const show = (purpose: string, ...commands: (string | undefined)[]) => {
    output.line(purpose);
    for (const line of commands) if (line !== undefined) output.line(`  ${line}`);
  };
  const inOneLine = (...parts: (string | undefined)[]) =>
    parts.filter((part) => part !== undefined && part !== '').join(' && ');
  if (steps.oldNode !== undefined) output.warn(steps.oldNode);
  const prepare = inOneLine(enter, steps.isInstalled ? undefined : install);
  const publish = serviceUrls.map((url) => `npx mkt publish --service-url ${url}`);
  const { origin } = new URL(serviceUrls[0] ?? 'http://localhost');
  if (!steps.isStarting && runsInDev) {
    show(
      `Start it on ${origin}, and sell it on a local marketplace:`,
      prepare === '' ? undefined : prepare,
      'npx mkt dev',
    );
    if (publish.length > 1) show('To sell them on another marketplace:', ...publish);
    return;
  }
  if (!steps.isStarting) show(`Start it, on ${origin}:`, inOneLine(prepare, start));
  show('In a second terminal, start a marketplace on this machine:', inOneLine(enter, MARKETPLACE));
  show('In a third, sell it:', enter, ...publish);
}
