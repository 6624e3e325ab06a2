import { Card } from '../../ui/Card.tsx';
import { CheckList } from '../../ui/Checks.tsx';

/** What decides whether a listing is published (docs/sell/listings.md#review), in a seller's words. */
const RUNNING = [
  { name: 'contract', message: 'Method, address and price are complete.' },
  { name: 'schemas', message: 'Inputs and results can be checked against their schemas.' },
  { name: 'url-policy', message: 'The address is one that buyers’ calls may go to.' },
  { name: 'reachability', message: 'The service responds.' },
  { name: 'content', message: 'Title and description say what is sold, and it may be sold.' },
].map((check) => ({ ...check, level: 'required', outcome: 'running' }));

/** The review, while it runs. */
export const ReviewRunning = () => (
  <Card
    title="The review is running"
    aside="a few seconds"
    flush
    foot="Once everything has passed, buyers can find the listing, and you get its signing secret here. Until then it cannot be changed."
  >
    <CheckList of={RUNNING} />
  </Card>
);
