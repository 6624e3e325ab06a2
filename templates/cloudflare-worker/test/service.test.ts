import assert from "node:assert/strict";
import { test } from "node:test";
import { callService, newSigningSecret, signedRequest } from "@mkt/seller-kit/testing";

// Set before the service is loaded, which reads its secret then and refuses unsigned calls.
process.env.MKT_SIGNING_SECRET = newSigningSecret();
const { service } = await import("../src/service.ts");

test("counts words and characters", async () => {
  const { status, body } = await callService(service, { text: "Hello there." });
  assert.equal(status, 200);
  assert.deepEqual(body, { words: 2, characters: 12 });
});

test("refuses input that does not fit", async () => {
  const { status, body } = await callService(service, { txt: "Hello" });
  assert.equal(status, 400);
  assert.match(JSON.stringify(body), /\/text is required/);
});

test("refuses a call that the marketplace did not sign", async () => {
  const request = await signedRequest(service, { text: "Hello" });
  request.headers.delete("X-MKT-Signature");
  assert.equal((await service.fetch(request)).status, 401);
});
