import assert from "node:assert/strict";
import { test } from "node:test";
import { callService, newSigningSecret, signedRequest } from "@mkt/seller-kit/testing";

// Set before the service is loaded, which reads its secret then and refuses unsigned calls.
process.env.MKT_SIGNING_SECRET = newSigningSecret();
const { service } = await import("../src/service.ts");

const { request, response } = service.examples;

test("returns its own example", async () => {
  const { status, body } = await callService(service, request);
  assert.deepEqual({ status, body }, { status: 200, body: response });
});

test("refuses input that does not fit", async () => {
  assert.equal((await callService(service, null)).status, 400);
});

test("refuses a call that the marketplace did not sign", async () => {
  const call = await signedRequest(service, request);
  call.headers.delete("X-MKT-Signature");
  assert.equal((await service.fetch(call)).status, 401);
});
