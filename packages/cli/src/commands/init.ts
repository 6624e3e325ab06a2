import { basename, join, relative, resolve } from 'node:path';
import { closestName } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import { linkWorkspace } from '../init/link-workspace.ts';
import { folderNameOf, packageNameOf, titleOf } from '../init/project-names.ts';
import { findTemplates, type Templates } from '../init/templates.ts';
import { assertFree, writeProject } from '../init/write-project.ts';
import { newCommand, type GlobalOptions } from '../command-line/new-command.ts';
import { printable, quoteArgument } from '../terminal/printable.ts';
import type { CommandFactory, Session } from '../command-line/session.ts';
import { amount, wholeNumber } from '../command-line/option-values.ts';

interface Options extends GlobalOptions {
  template?: string;
  title?: string;
  price?: number;
  port: number;
  yes?: boolean;
}

const DEFAULT_TEMPLATE = 'express-ts';
const DEFAULT_PRICE = 0.02;

export const command: CommandFactory = (open) =>
  newCommand({
    isConnected: false,
    examples: [
      ['mkt init', 'prompt for title, template and price'],
      ['mkt init text-insights --yes', 'with the defaults'],
      ['mkt init . --title "Text insights" --price 0.05', 'in the current folder'],
    ],
  })
    .argument('[folder]', 'a new or empty folder')
    .option('--template <name>', `template to use: ${findTemplates().names.join(', ')}`)
    .option('--title <title>', 'title of the listing')
    .option('--price <amount>', 'price per call in US dollars (default: 0.02)', amount)
    .option('--port <port>', 'port that the service listens on', wholeNumber(1, 65_535), 8810)
    .option('-y, --yes', 'use the defaults without prompting')
    .action(async (folder: string | undefined, options: Options) => {
      const session = open(options);
      const { shell, output } = session;
      const templates = findTemplates();
      const isAsking = session.ask.isPossible && !options.yes;
      // Checked before the prompts, so that answers are not wasted.
      if (folder !== undefined) await assertFree(resolve(shell.cwd, folder));
      const named = await chooseName(session, folder, { ...options, isAsking });
      const template = await chooseTemplate(session, templates, { ...options, isAsking });
      const price = options.price ?? (await askPrice(session, isAsking));
      const target = resolve(shell.cwd, named.folder);
      let linked: string[] = [];
      const files = await writeProject({
        template: join(templates.folder, template),
        target,
        values: {
          name: packageNameOf(basename(target)),
          title: named.title,
          price,
          port: options.port,
        },
        finish: async (stage) => {
          if (templates.checkout) linked = await linkWorkspace(stage, templates.checkout);
        },
        signal: shell.signal,
      });
      output.result({ folder: target, template, title: named.title, files, linked }, () => '');
      conclude(session, { target, files, port: options.port, isLinked: linked.length > 0 });
    });

async function chooseName(
  { ask }: Session,
  folder: string | undefined,
  { title, isAsking }: { title?: string; isAsking: boolean },
): Promise<{ folder: string; title: string }> {
  if (folder !== undefined) {
    const suggestion = titleOf(basename(resolve(folder)));
    const question = { message: 'What will you sell?', flag: '--title', default: suggestion };
    const given =
      title ?? (isAsking ? await ask.text({ ...question, check: isTitle }) : suggestion);
    return { folder, title: checked(given) };
  }
  if (title === undefined && !isAsking) {
    throw new CliError('missing_value', 'A folder is required, as in: mkt init my-service');
  }
  const given =
    title ?? (await ask.text({ message: 'What will you sell?', flag: '<folder>', check: isTitle }));
  return { folder: folderNameOf(given), title: checked(given) };
}

/** The rule of the contract schema. */
const isTitle = (text: string): true | string =>
  (text.trim() !== '' && text.length <= 200 && printable(text) === text) ||
  'The title must be one line of 1 to 200 characters.';

function checked(title: string): string {
  const verdict = isTitle(title);
  if (verdict === true) return title.trim();
  throw new CliError('invalid_usage', verdict);
}

async function chooseTemplate(
  { ask }: Session,
  { names }: Templates,
  { template, isAsking }: { template?: string; isAsking: boolean },
): Promise<string> {
  if (template !== undefined) {
    if (names.includes(template)) return template;
    const closest = closestName(template, names);
    throw new CliError('invalid_usage', `Unknown template '${template}'.`, {
      next: closest ? `Did you mean ${closest}?` : `Templates: ${names.join(', ')}`,
    });
  }
  if (names.length === 0)
    throw new CliError('not_installed', 'This installation of mkt has no templates.', {
      next: 'Reinstall it: npm install --global @mkt/cli',
    });
  if (!isAsking || names.length === 1) {
    return names.includes(DEFAULT_TEMPLATE) ? DEFAULT_TEMPLATE : (names[0] ?? '');
  }
  const choices = names.map((name) => ({ value: name, name }));
  return await ask.choice({ message: 'Template', flag: '--template', choices });
}

async function askPrice({ ask }: Session, isAsking: boolean): Promise<number> {
  if (!isAsking) return DEFAULT_PRICE;
  const answer = await ask.text({
    message: 'Price per call, in USD',
    flag: '--price',
    default: String(DEFAULT_PRICE),
    check: (text) => /^\d{1,6}(\.\d{1,6})?$/.test(text) || 'Enter an amount such as 0.02 or 0.0005',
  });
  return Number(answer);
}

function conclude(
  { output, shell }: Session,
  project: { target: string; files: number; port: number; isLinked: boolean },
): void {
  const folder = relative(shell.cwd, project.target) || '.';
  const enter = folder === '.' ? '' : `cd ${quoteArgument(folder)} && `;
  output.line(`${output.style.green('✔')} ${printable(folder)}/   ${project.files} files`);
  output.line(
    `  ${enter}npm install && npm start      starts the service on http://localhost:${project.port}`,
  );
  output.line(
    `  npx mkt validate --service-url http://localhost:${project.port}      checks it while it runs`,
  );
  output.line('  npx mkt publish      publishes it once it has a public address');
  if (project.isLinked)
    output.line('  The project is linked to the packages in this checkout of mkt.');
}
