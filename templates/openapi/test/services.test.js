import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { callService, newSigningSecret, signedRequest } from "@mkt/seller-kit/testing";

// A stand-in for the API: each test says how it responds.
let respond;
const received = [];
const api = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  received.push({ method: request.method, url: request.url, headers: request.headers, body });
  respond(response);
});
await new Promise((resolve) => api.listen(0, "127.0.0.1", resolve));
after(() => api.close());

const json = (value, status = 200) => (response) =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));

// Set before the services are loaded, which read them then.
process.env.MKT_SIGNING_SECRET = newSigningSecret();
process.env.UPSTREAM_URL = `http://127.0.0.1:${api.address().port}`;
process.env.UPSTREAM_KEY = "secret-of-this-test";
const { services } = await import("../src/services.js");

for (const [name, service] of services) {
  const contract = await (await service.fetch(new Request("http://localhost/contract"))).json();
  const { requestExampleJson: request, responseExampleJson: response = "null" } = contract.provider.runContract;

  test(`${name} calls the API with the example, and returns its response`, { skip: request === undefined }, async () => {
    respond = json(JSON.parse(response));
    const before = received.length;
    const { status, body } = await callService(service, JSON.parse(request));
    assert.deepEqual({ status, body }, { status: 200, body: JSON.parse(response) });
    assert.equal(received.length, before + 1);
  });

  test(`${name} does not show buyers the errors of the API`, { skip: request === undefined }, async () => {
    respond = json({ error: "database db-7 is down" }, 500);
    const { status, body } = await callService(service, JSON.parse(request));
    assert.deepEqual({ status, body }, { status: 502, body: { error: "The API behind this service failed" } });
  });

  test(`${name} refuses a call that the marketplace did not sign`, async () => {
    const call = await signedRequest(service, {});
    call.headers.delete("X-MKT-Signature");
    assert.equal((await service.fetch(call)).status, 401);
  });
}
