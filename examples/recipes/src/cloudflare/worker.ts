import { service } from '../service.ts';

export default { fetch: service.fetch };
