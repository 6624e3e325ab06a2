interface SellingStep {
  title: string;
  says: string;
  command: string;
}

/** How anyone sells on this marketplace, whose address is `origin`. */
export const sellingSteps = (origin: string): readonly SellingStep[] => [
  {
    title: 'Create a service',
    says: 'You get a working project with an input, an output and a price. It can also be a proxy for an API that you already run.',
    command: 'npx mkt init my-service',
  },
  {
    title: 'Connect your terminal',
    says: 'Sign in here and approve a key for your terminal.',
    command: `npx mkt login --base-url ${origin}`,
  },
  {
    title: 'Publish it',
    says: 'The marketplace reviews it and lists it. Every call is then checked, signed and counted for you.',
    command: 'npx mkt publish --service-url https://api.example.com',
  },
];
