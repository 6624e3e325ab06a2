import { service } from "./service.ts";

// The second argument of fetch is the environment, in which the service finds its secret.
export default { fetch: service.fetch };
