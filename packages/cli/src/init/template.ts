import type { Ask } from '../input/ask.ts';
import type { Output } from '../terminal/output.ts';
import type { Shell } from '../terminal/shell.ts';

/** What `mkt init` knows about a template. Its files are in the folder of its name. */
export interface Template {
  /** What it is, in at most 40 characters: a narrow terminal shows it beside the name. */
  summary: string;
  /**
   * The command that starts the service, for a project without a package.json. Any other project is
   * installed by a package manager and has the script `dev`.
   */
  startCommand?: string;
  /** The file with an example to replace. */
  example?: string;
  /** False if the secret that `mkt dev` passes on would not reach the service. */
  runsInDev?: false;
  /** Options of `mkt init` that only this template takes. */
  options?: readonly TemplateOption[];
  /** Prompts for what only this template needs. Runs before anything is written. */
  prepare?: (preparation: Preparation) => Promise<Prepared>;
}

/** An option as Commander declares it, such as `--upstream <url>`. */
interface TemplateOption {
  flags: `--${string}`;
  description: string;
}

export interface Preparation {
  shell: Shell;
  output: Output;
  ask: Ask;
  /** False with `--yes` or without a terminal: defaults are used, and a value without one is an error. */
  isAsking: boolean;
  /** The template's own options, under their camelCase names; variadic ones are arrays. */
  options: Readonly<Record<string, unknown>>;
  title: string;
}

export interface Prepared {
  /** Values of further placeholders: `{ upstream }` for `{{upstream}}`. */
  values?: Readonly<Record<string, string>>;
  /** Further files, path in the project → text. They replace files of the template. */
  files?: Readonly<Record<string, string>>;
  /** The paths of the services, if the project has several: `/find-pet`. */
  paths?: readonly string[];
}
