// A program of a stranger who has read the tables of routes and records once, and no page about how to
// activate a listing or read a provider: it follows what the responses say. With fetch and nothing else.
// Usage: node client.mjs BASE_URL API_KEY SERVICE_URL. Prints each check as a line of JSON.
import { setTimeout as wait } from 'node:timers/promises';

const [baseUrl, apiKey, serviceUrl] = process.argv.slice(2);

async function call(method, path, body) {
  const response = await fetch(baseUrl + path, {
    method,
    headers: { 'x-mkt-api-key': apiKey, 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

function check(name, ok, got) {
  console.log(JSON.stringify({ name, ok, ...(ok ? {} : { got }) }));
}

const isOk = ({ status }) => status >= 200 && status <= 299;

/** The stranger knows no way to read a provider: a PATCH of nothing returns its listing. */
async function published(id) {
  for (let tries = 0; tries < 60; tries++) {
    const { body } = await call('PATCH', `/v1/listings/${id}`, {});
    if (body.listingState === 'published') return body;
    await wait(100);
  }
  return undefined;
}

const runContract = {
  method: 'POST',
  endpointPath: `${serviceUrl}/run`,
  healthEndpoint: `${serviceUrl}/health`,
  inputSchema: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
  outputSchema: { type: 'object' },
};

// By hand. The body of POST /v1/providers has no price, so it is set right after.
const created = await call('POST', '/v1/providers', {
  title: 'Reverse by hand',
  description: 'Reverses a text.',
  category: 'data',
  tags: ['text'],
  runContract,
});
check('a provider is created by hand', isOk(created), created);
const price = { amount: 0.05, unit: 'call' };
const priced = await call('PATCH', `/v1/listings/${created.body.id}`, { price });
check('its price can be set at once', isOk(priced), priced);
const byHand = await published(created.body.id);
check('it is published at that price', byHand?.price.amount === 0.05, byHand);

// From a service.
const preview = await call('POST', '/v1/listings/from-service/preview', { serviceUrl });
check('a service can be previewed', isOk(preview), preview);
const imported = await call('POST', '/v1/listings/from-service', { serviceUrl });
check('a service can be imported', isOk(imported), imported);
const tagged = await call('PATCH', `/v1/listings/${imported.body.id}`, { tags: ['text', 'fun'] });
check('what was imported can be changed at once', isOk(tagged), tagged);
const listing = await published(imported.body.id);
check('it is published', listing !== undefined, imported);
check('it has the new tags', listing?.tags.join() === 'text,fun', listing);
check('it has the price of its contract', listing?.price.amount === 0.03, listing);
const fields =
  'id userId slug title description category listingState price runContract tags createdAt updatedAt';
const missing = fields.split(' ').filter((name) => !(name in (listing ?? {})));
check('its record has every field', missing.length === 0, missing);

const notThere = await call('POST', '/v1/listings/from-service', { serviceUrl: `${serviceUrl}/x` });
check('an import says what failed', notThere.body.type === 'non_ok_status', notThere);
const schema = await call('GET', '/v1/mkt-schema');
check('the schema of a contract is served', typeof schema.body === 'object', schema);
const invalid = await call('POST', '/v1/providers', {
  title: 'Not valid',
  description: 'Has no valid schema.',
  runContract: { ...runContract, inputSchema: { type: 'strin' } },
});
check('an invalid schema is refused', invalid.status >= 400 && invalid.status < 500, invalid);

// The stranger does not know the activation: the first guess says which request it is.
const guess = await call('POST', `/v1/listings/${listing.id}/activate`, { text: 'abc' });
const [, path] = /POST (\/v1\/\w+)/.exec(guess.body.error) ?? [];
const [idName, bodyName] = [...guess.body.error.matchAll(/"(\w+)":/g)].map(([, name]) => name);
check('a guess leads to the activation', path !== undefined && bodyName !== undefined, guess);
const activate = (id, input) => call('POST', path, { [idName]: id, [bodyName]: input });

async function settled({ body: order }) {
  let current = order;
  while (current.orderState === 'pending' || current.orderState === 'running') {
    await wait(1_000);
    current = (await call('GET', `/v1/orders/${order.id}`)).body;
  }
  return current;
}

const slow = await activate(listing.id, { text: 'slow' });
check('an order is created', isOk(slow), slow);
const order = await settled(slow);
check('it completes', order.orderState === 'completed', order);
check('its result is the response', order.result?.reversed === 'wols', order);
const times = [order.startedAt, order.completedAt].map((time) => Date.parse(time));
check('it has its times', times[1] - times[0] >= 400, order);
const cheap = await settled(await activate(byHand.id, { text: 'héllo' }));
check('the other listing works too', cheap.result?.reversed === 'olléh', cheap);

const refused = await activate(listing.id, { txt: 'abc' });
check('an input that does not match is 400', refused.status === 400, refused);
const orders = await call('GET', '/v1/orders');
const list = Array.isArray(orders.body)
  ? orders.body
  : Object.values(orders.body).find(Array.isArray);
check(
  'orders are listed',
  list.some(({ id }) => id === order.id),
  orders,
);

// States.
const move = async (listingState) =>
  (await call('PATCH', `/v1/listings/${listing.id}`, { listingState })).status;
check('published → draft is 409', (await move('draft')) === 409);
check('published → paused', (await move('paused')) === 200);
const paused = await activate(listing.id, { text: 'abc' });
check('a paused listing is not activated', paused.status >= 400 && paused.status < 500, paused);
check('paused → published', (await move('published')) === 200);
check('published → archived', (await move('archived')) === 200);
check('archived → published is 409', (await move('published')) === 409);
const changed = await call('PATCH', `/v1/listings/${listing.id}`, { title: 'Other' });
check('an archived listing does not change', changed.status === 409, changed);
