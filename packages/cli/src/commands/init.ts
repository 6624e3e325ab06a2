import { basename, resolve } from 'node:path';
import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import { amount, wholeNumber } from '../cli/options.ts';
import type { CommandFactory, Session } from '../cli/session.ts';
import { chooseName, choosePort, choosePrice, DEFAULT_PRICE } from '../init/ask-project.ts';
import { isCtrlC, linkWorkspace, packageManagerOf, runInProject } from '../init/link-workspace.ts';
import { nextCommands, oldNodeIn, shownPath, showSteps } from '../init/next-commands.ts';
import {
  assertFree,
  findCheckout,
  folderOfTemplate,
  packageNameOf,
  writeProject,
} from '../init/write-project.ts';
import {
  chooseTemplate,
  DEFAULT_TEMPLATE,
  findTemplate,
  optionsOf,
  TEMPLATE_NAMES,
  templateOptions,
} from '../init/templates.ts';
import { Interrupted } from '../terminal/shell.ts';

interface Options extends GlobalOptions {
  template?: string;
  title?: string;
  price?: number;
  port?: number;
  install?: boolean;
  start?: boolean;
  yes?: boolean;
}

export const command: CommandFactory = (open) => {
  const command = newCommand({
    isConnected: false,
    description:
      'On a terminal it prompts for what is missing, and offers to install and start the service. ' +
      'Without a terminal it uses the defaults. If it fails or is interrupted before the project is complete, it leaves no files.',
    examples: [
      ['mkt init', 'prompt for title, template and price'],
      ['mkt init text-insights --yes', 'with the defaults'],
      ['mkt init text-insights --template hono --start', 'install and start it'],
      ['mkt init . --title "Text insights" --price 0.05', 'in the current folder'],
    ],
  })
    .argument('[folder]', 'a new or empty folder')
    .option('--template <name>', `${TEMPLATE_NAMES.join(', ')} (default: ${DEFAULT_TEMPLATE})`)
    .option('--title <title>', 'title of the listing')
    .option('--price <amount>', `price per call in US dollars (default: ${DEFAULT_PRICE})`, amount)
    .option(
      '--port <port>',
      'port that the service listens on (default: 8810, or the next one that is free)',
      wholeNumber(1, 65_535),
    )
    .option('--install', 'install its packages, with the package manager that runs mkt')
    .option('--start', 'install, and start the service until Ctrl-C')
    .option('-y, --yes', 'use the defaults without prompting');
  for (const option of templateOptions()) command.addOption(option);
  return command.action(async (folder: string | undefined, options: Options) => {
    const session = open(options);
    const made = await create(session, folder, options);
    await startProject(session, made, options);
  });
};

interface Made {
  folder: string;
  template: string;
  /** Where the services will be, once they are started. */
  serviceUrls: readonly string[];
}

async function create(...args: Parameters<typeof createProject>): Promise<Made> {
  try {
    return await createProject(...args);
  } catch (error) {
    throw Interrupted.after(error, 'Nothing was created.');
  }
}

async function createProject(
  session: Session,
  folder: string | undefined,
  options: Options,
): Promise<Made> {
  const { ask, output, shell } = session;
  const { cwd, env, signal } = shell;
  const isAsking = ask.isPossible && !options.yes;
  // Checked before the prompts, so that answers are not wasted.
  if (options.template !== undefined) findTemplate(options.template);
  if (folder !== undefined) await assertFree(resolve(cwd, folder));
  const { title, ...named } = await chooseName(
    { ask, isAsking },
    { folder, title: options.title, cwd },
  );
  const target = resolve(cwd, named.folder);
  if (folder === undefined) await assertFree(target);
  const template = await chooseTemplate(ask, { template: options.template, isAsking });
  const { prepare } = findTemplate(template);
  const own = optionsOf(template, { ...options });
  const prepared = await prepare?.({ shell, output, ask, isAsking, options: own, title });
  const price = await choosePrice({ ask, isAsking }, options.price);
  const port = await choosePort(output, options.port);
  const checkout = findCheckout();
  let linked: string[] = [];
  const files = await writeProject({
    template: folderOfTemplate(template),
    target,
    values: { name: packageNameOf(basename(target)), title, price, port, own: prepared?.values },
    files: prepared?.files,
    finish: async (stage) => {
      if (checkout === undefined) return;
      linked = await linkWorkspace(stage, { checkout, manager: packageManagerOf(env) });
    },
    signal,
  });
  output.result({ folder: target, template, title, port, files, linked }, () => '');
  const shown = shownPath(cwd, target) || basename(target);
  output.line(`${output.style.green('✔')} ${shown}/   ${files} files`);
  const { example } = findTemplate(template);
  if (example !== undefined) {
    output.line(
      `It counts words until you change ${example}: description, price, schemas and code.`,
    );
  }
  if (linked.length > 0) output.line('It uses the packages of this checkout of mkt.');
  return {
    folder: target,
    template,
    serviceUrls: (prepared?.paths ?? ['']).map((path) => `http://localhost:${port}${path}`),
  };
}

/** Installs and starts it, if an option or the user asks for it, and prints the steps that remain. */
async function startProject(
  { ask, output, shell }: Session,
  { folder, template, serviceUrls }: Made,
  options: Options,
): Promise<void> {
  const { cwd, env } = shell;
  const commands = nextCommands({ folder, template, cwd, env });
  const { install, start, enter } = commands;
  const run = async (line: string, ...later: string[]) => {
    const again = [enter, line, ...later].filter((part) => part !== undefined).join(' && ');
    const next =
      line === install
        ? `The project is created, but its packages are not installed. To continue: ${again}`
        : `Start it again: ${again}`;
    output.line(output.style.dim(`$ ${line}`));
    try {
      await runInProject(line, { folder, shell, next });
    } catch (error) {
      // This is how a running service is ended.
      if (line === start && isCtrlC(shell.signal.reason)) return;
      throw Interrupted.after(error, next);
    }
  };
  const oldNode = await oldNodeIn(folder, env);
  const steps = { commands, serviceUrls, oldNode, isInstalled: false, isStarting: false };
  try {
    steps.isStarting = options.start === true || (await isToBeStarted(ask, install, options));
  } catch (error) {
    // Interrupted at the prompt: the project is complete anyway.
    showSteps(output, steps);
    throw error;
  }
  steps.isInstalled = install !== undefined && (steps.isStarting || options.install === true);
  if (steps.isInstalled && install !== undefined) await run(install, start);
  // Printed after the output of the installation, so that they stay visible while the service runs.
  showSteps(output, steps);
  if (steps.isStarting) await run(start);
}

/** The answer of the user, if no option gives it and prompts are possible. */
async function isToBeStarted(
  ask: Session['ask'],
  install: string | undefined,
  options: Options,
): Promise<boolean> {
  if (options.install || options.yes || !ask.isPossible) return false;
  return await ask.confirm({
    message: install === undefined ? 'Start it now?' : 'Install and start it now?',
    flag: '--start',
    default: true,
  });
}
