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

// Set before the service is loaded, which reads them then.
process.env.MKT_SIGNING_SECRET = newSigningSecret();
process.env.UPSTREAM_URL = `http://127.0.0.1:${api.address().port}/v1`;
process.env.UPSTREAM_KEY = "Bearer secret-of-this-test";
const { service } = await import("../src/service.js");

const { request: INPUT, response: RESULT } = service.examples;

test("returns what the API returns", async () => {
  respond = json(RESULT);
  const { status, body } = await callService(service, INPUT);
  assert.deepEqual({ status, body }, { status: 200, body: RESULT });
  const { method, url, body: sent } = received.at(-1);
  if (method === "GET") assert.equal(url, `/v1?${new URLSearchParams(INPUT)}`);
  else assert.equal(sent, JSON.stringify(INPUT));
});

test("does not call the API with input that does not fit", async () => {
  const before = received.length;
  assert.equal((await callService(service, null)).status, 400);
  assert.equal(received.length, before);
});

test("does not show buyers the errors of the API", async () => {
  respond = json({ error: "database db-7 is down" }, 500);
  const { status, body } = await callService(service, INPUT);
  assert.deepEqual({ status, body }, { status: 502, body: { error: "The API behind this service failed" } });
});

test("does not show buyers your key, even if the API returns it", async () => {
  respond = json({ authorization: process.env.UPSTREAM_KEY });
  const { status, body } = await callService(service, INPUT);
  assert.equal(status, 502);
  assert.ok(!JSON.stringify(body).includes("secret-of-this-test"));
});

test("refuses a call that the marketplace did not sign", async () => {
  const request = await signedRequest(service, INPUT);
  request.headers.delete("X-MKT-Signature");
  assert.equal((await service.fetch(request)).status, 401);
});
