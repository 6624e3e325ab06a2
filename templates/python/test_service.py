"""Run them with: python3 -m unittest"""

import unittest

import service
from marketplace.testing import RunningService


class ServiceTest(unittest.TestCase):
    def setUp(self):
        self.running = RunningService(service)
        self.addCleanup(self.running.stop)

    def test_returns_the_response_example(self):
        self.assertEqual(self.running.call(service.EXAMPLE_REQUEST), (200, service.EXAMPLE_RESPONSE))

    def test_refuses_input_that_does_not_fit(self):
        status, body = self.running.call({"txt": "Hello"})
        self.assertEqual((status, body), (400, {"error": "/text is required and must be a string"}))

    def test_refuses_a_call_that_the_marketplace_did_not_sign(self):
        self.assertEqual(self.running.request("POST", "/run", b'{"text":"Hello"}')[0], 401)
        self.assertEqual(self.running.call({"text": "Hello"}, key=b"x" * 32)[0], 401)
        self.assertEqual(self.running.call({"text": "Hello"}, age_seconds=400)[0], 401)

    def test_refuses_a_call_that_is_sent_again(self):
        body = b'{"text":"Hello"}'
        headers = self.running.signed(body)
        self.assertEqual(self.running.request("POST", "/run", body, headers)[0], 200)
        self.assertEqual(self.running.request("POST", "/run", body, headers)[0], 401)


if __name__ == "__main__":
    unittest.main()
