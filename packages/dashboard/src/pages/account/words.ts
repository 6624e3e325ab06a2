/** This browser first, and the others in their order. */
export const currentFirst = <Session extends { current: boolean }>(
  sessions: readonly Session[],
): Session[] => sessions.toSorted((a, b) => Number(b.current) - Number(a.current));

/** What closing an account does, in the order in which people may miss it. */
export const CLOSING = [
  {
    what: 'API keys and devices',
    happens: 'stop working at once, and you are signed out everywhere.',
  },
  {
    what: 'Listings',
    happens: 'are archived and never sold again. Unpublished ones and webhooks are deleted.',
  },
  {
    what: 'Waiting orders, bought or sold,',
    happens: 'fail without a call. Running ones finish, but you cannot read them.',
  },
  {
    what: 'Name, address, password and seller profile',
    happens: 'are erased. You can sign up with the address again, as a new account.',
  },
  {
    what: 'Your buyers and sellers',
    happens: 'keep their orders, sales and statements as they are.',
  },
] as const;
