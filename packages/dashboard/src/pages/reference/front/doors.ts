/** What people come for, the most common first. */
export const DOORS: readonly { title: string; says: string; guides: readonly string[] }[] = [
  {
    title: 'Buy calls',
    says: 'Call a listing from a terminal, your code or an agent.',
    guides: ['buy/call', 'buy/catalogue', 'buy/spending', 'buy/agents'],
  },
  {
    title: 'Sell a service',
    says: 'List an HTTP service of your own, at your price per call.',
    guides: ['start/first-sale', 'sell/publish', 'sell/develop', 'sell/diagnose'],
  },
  {
    title: 'Run a marketplace',
    says: 'On your own server, or on your machine to test against.',
    guides: ['operate/install', 'operate/run', 'operate/accounts', 'test/testing'],
  },
];

/** What people look up. */
export const LOOKED_UP: readonly string[] = [
  'reference/errors',
  'reference/limits',
  'reference/cli',
  'reference/configuration',
  'start/glossary',
];
