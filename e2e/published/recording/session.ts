/** A command that is typed, and what happens until the next one. */
export interface Step {
  /** Its own terminal: the name is shown when it changes. */
  terminal: string;
  command: string;
  /** What to type at a prompt, the first time that it is shown; Enter follows. */
  answers?: readonly (readonly [prompt: RegExp, answer: string])[];
  /** Printed by a command that keeps running; the others must end with exit code 0. */
  until?: RegExp;
}

/** Ports that the commands use unless they are told others. */
export const USUAL_PORTS = { service: 8810, marketplace: 8787 };
export type Ports = typeof USUAL_PORTS;

const option = (name: string, port: number, usual: number) =>
  port === usual ? '' : ` --${name} ${port}`;

/** From an empty folder to the first sold call, as docs/start/first-sale.md has it. */
export const firstSale = (ports: Ports): Step[] => [
  {
    terminal: 'your service',
    command: `npx mkt init text-insights${option('port', ports.service, USUAL_PORTS.service)}`,
    answers: [
      [/Ok to proceed\? \(y\)/, 'y'],
      [/What will you sell\?/, ''],
      [/Template/, ''],
      [/Price per call/, ''],
      [/start it now\?/, ''],
    ],
    until: /listens on \S+/,
  },
  {
    terminal: 'a marketplace on your machine',
    command: `cd text-insights && npx mkt marketplace serve --dev${option('port', ports.marketplace, USUAL_PORTS.marketplace)}`,
    until: /API key: \S+/,
  },
  {
    terminal: 'you',
    command: 'cd text-insights',
  },
  {
    terminal: 'you',
    command: `npx mkt publish --service-url http://localhost:${ports.service}`,
    answers: [[/\(Y\/n\)/, '']],
  },
  {
    terminal: 'you',
    command: `npx mkt run text-insights text='Hello there.'`,
    answers: [[/Call text-insights .*\(Y\/n\)/, '']],
  },
];
