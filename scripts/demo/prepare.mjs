// The installation as a program of its own, which can be ended with all that it starts.
import { install } from '../install.mjs';

try {
  await install();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
